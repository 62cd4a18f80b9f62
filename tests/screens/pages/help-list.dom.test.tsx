import { act, Suspense } from 'react'
import { expect, test } from 'vitest'
import { HelpList } from '../../../src/screens/pages/help-list.tsx'
import { render, untilThere } from '../../setup/render.tsx'

async function open(language: 'en' | 'fr' = 'en') {
  const host = await render(
    <Suspense>
      <HelpList />
    </Suspense>,
    language,
  )
  await untilThere(host, 'li')
  const type = (text: string): Promise<void> =>
    act(async () => {
      const field = host.querySelector('input')
      if (field === null) throw new Error('no field')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
      await Promise.resolve()
    })
  const titles = () => [...host.querySelectorAll('li')].map(({ textContent }) => textContent)
  return { host, type, titles }
}

test('all pages are there by topic, each at its address; what Baywise is has addresses of its own', async () => {
  const { host } = await open()
  const hrefs = [...host.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(new Set(hrefs).size).toBe(hrefs.length)
  expect(hrefs).toContain('/help/gate-does-not-read-pass')
  expect(hrefs).toContain('/careers')
})

test('a word is found in titles and texts, by its beginning, whatever its accents and capitals', async () => {
  const { type, titles } = await open('fr')
  await type('RECU')
  expect(titles()[0]).toContain('Reçus et relevés')
  await type('deposer')
  expect(titles()).toEqual([])
  await type('departement')
  const without = titles()
  await type('département')
  expect(titles()).toEqual(without)
  await type('barriere pass')
  expect(titles()[0]).toContain('La barrière ne lit pas mon pass')
})

test('what finds nothing says so, and markup, emoji or a very long text do no harm', async () => {
  const { host, type, titles } = await open()
  for (const text of ['<img src=x onerror=alert(1)>', '\u0000🚗🚗', 'x'.repeat(100_000), '((((', 'constructor']) {
    await type(text)
    expect(titles(), text.slice(0, 20)).toEqual([])
    expect(host.textContent).toContain('Nothing found.')
    expect(host.querySelector('img')).toBeNull()
  }
  await type('   ')
  expect(titles().length).toBeGreaterThan(15)
})
