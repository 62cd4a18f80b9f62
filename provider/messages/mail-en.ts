import { greet } from './greeting.ts'
import type { MailTexts } from './shapes.ts'

const passkeysEn = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : `
These passkeys sign in to your account without a password:
${names.map((name) => `- ${name}`).join('\n')}

They keep working unless you choose to remove them with the new password.
`

export const mailEn: MailTexts = {
  verifyEmail: ({ firstName, code }) => ({
    subject: `${code} is your Baywise code`,
    text: `${greet('Hello', firstName)}

Your code is ${code}. It is valid for 15 minutes.

Enter it on the page where you created your account. If you didn’t create one, ignore this email: without the code nothing happens.

Baywise`,
  }),
  keepGuest: ({ code }) => ({
    subject: `${code} is your Baywise code`,
    text: `Hello,

Your code is ${code}. It is valid for 15 minutes.

Enter it on the phone you booked with. It keeps the bookings made there in the account of this address. If you didn’t ask for it, ignore this email and give the code to nobody: without it nothing happens.

Baywise`,
  }),
  alreadyRegistered: ({ firstName, link }) => ({
    subject: 'You already have a Baywise account',
    text: `${greet('Hello', firstName)}

Someone, perhaps you, tried to create a Baywise account with this address. You already have one: sign in with your password.

Forgotten it? Choose a new one here:
${link}

If it wasn’t you, there’s nothing to do: your account hasn’t changed.

Baywise`,
  }),
  resetPassword: ({ firstName, link, passkeys }) => ({
    subject: 'Choose a new Baywise password',
    text: `${greet('Hello', firstName)}

Choose a new password here:
${link}

The link is valid for one hour and works once. If you didn’t ask for it, ignore this email: your password hasn’t changed.
${passkeysEn(passkeys)}
Baywise`,
  }),
  passwordChanged: ({ firstName, link }) => ({
    subject: 'Your Baywise password was changed',
    text: `${greet('Hello', firstName)}

Your password was changed and your other devices were signed out. Sign in there with the new password.

If it wasn’t you, choose another password right away:
${link}

Baywise`,
  }),
  passkeyAdded: ({ firstName, link }) => ({
    subject: 'A passkey was added to your Baywise account',
    text: `${greet('Hello', firstName)}

A passkey was added to your account. It signs in without a password.

If this wasn’t you, remove it in your profile, then choose a new password:
${link}

Baywise`,
  }),
  passkeyRemoved: ({ firstName, link }) => ({
    subject: 'A passkey was removed from your Baywise account',
    text: `${greet('Hello', firstName)}

A passkey was removed from your account. It no longer signs in.

If it confirmed your withdrawals, codes by email take its place after 24 hours. Until then, withdrawals wait.

If this wasn’t you, choose a new password right away, then look at the passkeys in your profile:
${link}

Baywise`,
  }),
  changeEmail: ({ firstName, code }) => ({
    subject: `${code} is your Baywise code`,
    text: `${greet('Hello', firstName)}

Your code is ${code}. It is valid for 15 minutes.

Enter it in your profile to sign in with this address from now on. If you didn’t ask for it, ignore this email: without the code nothing happens.

Baywise`,
  }),
  emailChanged: ({ firstName }) => ({
    subject: 'The email address of your Baywise account was changed',
    text: `${greet('Hello', firstName)}

Your account has another email address now. This one no longer signs in and gets no more emails from us.

If this wasn’t you, contact support right away.

Baywise`,
  }),
  accountDeleted: ({ firstName }) => ({
    subject: 'Your Baywise account was deleted',
    text: `${greet('Hello', firstName)}

Your account was deleted and you’re signed out on every device. Bookings and payments stay in our accounts without your name, address, phone number or plates.

This is the last email we’ll send you.

Baywise`,
  }),
  mailbox: {
    title: 'Demo mailbox',
    intro: 'Emails that Baywise would have sent. This page exists only in the demo.',
    address: 'Address',
    show: 'Show',
    empty: 'No emails yet.',
    code: 'Code',
    to: 'To',
  },
}
