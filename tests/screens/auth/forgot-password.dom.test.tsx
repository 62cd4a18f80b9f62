import { Navigate } from 'react-router-dom'
import { expect, test } from 'vitest'
import ForgotPasswordScreen from '../../../src/screens/auth/forgot-password-screen.tsx'
import { render } from '../../setup/render.tsx'

const TOKEN = `${'A-_4'.repeat(10)}xyz`

test.each([
  ['after the hash', `/forgot-password#${TOKEN}`, 'New password'],
  ['in the query, as emails have it', `/forgot-password?token=${TOKEN}`, 'New password'],
  ['nowhere', '/forgot-password', 'Forgot password?'],
  ['nowhere, beside a place on the page', '/forgot-password#main', 'Forgot password?'],
])('a page opened with the secret %s', async (_where, address, heading) => {
  const host = await render(
    <>
      <Navigate to={address} replace />
      <ForgotPasswordScreen />
    </>,
  )
  expect(host.querySelector('h1')?.textContent).toBe(heading)
})
