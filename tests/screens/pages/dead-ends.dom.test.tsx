import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { AboutPage } from '../../../src/screens/pages/about-page.tsx'
import { HelpPage } from '../../../src/screens/pages/help-page.tsx'
import { render, untilThere } from '../../setup/render.tsx'

test('contact without an address says where problems are reported and leads to the bookings', async () => {
  const host = await render(
    <Suspense>
      <HelpPage />
    </Suspense>,
  )
  await untilThere(host, '#contact')
  const contact = host.querySelector('#contact')
  expect(contact?.textContent).toContain('Report a problem on the car park’s page.')
  expect(contact?.querySelector('a')?.getAttribute('href')).toBe('/bookings')
})

test('without a partner site nothing is said of renting out a space', async () => {
  const host = await render(<AboutPage />)
  expect(host.textContent).not.toContain('Rent out your space')
})
