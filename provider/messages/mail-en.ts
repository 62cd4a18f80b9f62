import type { MailTexts } from './shapes.ts'

const passkeysEn = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : `
These passkeys sign in to your account without a password:
${names.map((name) => `- ${name}`).join('\n')}

They go on working unless you choose to remove them with the new password.
`

export const mailEn: MailTexts = {
  verifyEmail: ({ firstName, code }) => ({
    subject: `${code} is your Baywise code`,
    text: `Hello ${firstName},

Your code is ${code}. It is valid for 15 minutes.

Type it on the page where you created your account. If you did not create one, ignore this mail: without the code nothing happens.

Baywise`,
  }),
  alreadyRegistered: ({ firstName, link }) => ({
    subject: 'You already have a Baywise account',
    text: `Hello ${firstName},

Someone, perhaps you, tried to create a Baywise account with this address. You already have one: sign in with your password.

Forgotten it? Choose a new one here:
${link}

If it was not you, there is nothing to do: your account has not changed.

Baywise`,
  }),
  resetPassword: ({ firstName, link, passkeys }) => ({
    subject: 'Choose a new Baywise password',
    text: `Hello ${firstName},

Choose a new password here:
${link}

The link is valid for one hour and works once. If you did not ask for it, ignore this mail: your password has not changed.
${passkeysEn(passkeys)}
Baywise`,
  }),
  passwordChanged: ({ firstName, link }) => ({
    subject: 'Your Baywise password was changed',
    text: `Hello ${firstName},

Your password was changed, and other devices were signed out. Sign in there with the new password.

If it was not you, choose another password at once:
${link}

Baywise`,
  }),
  passkeyAdded: ({ firstName, link }) => ({
    subject: 'A passkey was added to your Baywise account',
    text: `Hello ${firstName},

A passkey was added to your account. It signs in without a password.

If this was not you, remove it in your profile, then choose a new password:
${link}

Baywise`,
  }),
  changeEmail: ({ firstName, code }) => ({
    subject: `${code} is your Baywise code`,
    text: `Hello ${firstName},

Your code is ${code}. It is valid for 15 minutes.

Type it in your profile to sign in with this address from now on. If you did not ask for it, ignore this mail: without the code nothing happens.

Baywise`,
  }),
  emailChanged: ({ firstName }) => ({
    subject: 'The e-mail address of your Baywise account was changed',
    text: `Hello ${firstName},

Your account has another e-mail address now. This one no longer signs in, and gets no more mail from us.

If this was not you, contact support at once.

Baywise`,
  }),
  accountDeleted: ({ firstName }) => ({
    subject: 'Your Baywise account was deleted',
    text: `Hello ${firstName},

Your account was deleted, and every device was signed out. Bookings and payments stay in the books without your name, address, phone number or plates.

This is our last mail to you.

Baywise`,
  }),
  mailbox: {
    title: 'Sandbox mailbox',
    intro: 'Mails that Baywise would have sent. This page exists only in the sandbox.',
    address: 'Address',
    show: 'Show',
    empty: 'No mail yet.',
    code: 'Code',
    to: 'To',
  },
}
