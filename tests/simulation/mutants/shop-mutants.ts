import type { Mutant } from './mutants.ts'

const GIFTS = 'provider/services/gifts.ts'

/** Bugs for worlds that have a shop, on the real app. */
export const SHOP_MUTANTS: readonly Mutant[] = [
  {
    name: 'what another tab has done since the tap is done again',
    target: 'app',
    edits: [
      {
        file: 'src/actions/requests.online.ts',
        from: '      const noted = await note(user.user_id)\n      return attemptOnce(phone, () => send(noted))',
        to: '      return attemptOnce(phone, async () => send(await note(user.user_id)))',
      },
    ],
  },
  {
    name: 'a redeemed gift stays open',
    target: 'app',
    edits: [{ file: GIFTS, from: '  await settleGift(tx, { giftId: gift_id, redeemedBy: userId, nowMs })\n', to: '' }],
  },
  {
    name: 'a cancelled gift gives half of it back',
    target: 'app',
    edits: [
      {
        file: GIFTS,
        from: "amountMinor, key, kind: 'gift_refund', nowMs })",
        to: "amountMinor: Math.floor(amountMinor / 2), key, kind: 'gift_refund', nowMs })",
      },
    ],
  },
  {
    name: 'a renewal that is turned down gives back less than was paid',
    target: 'app',
    edits: [
      {
        file: 'provider/repositories/document-renewals.ts',
        from: "case when $2 = 'rejected' then total_minor else 0 end",
        to: "case when $2 = 'rejected' then total_minor - 1 else 0 end",
      },
    ],
  },
  {
    name: 'a picture goes while it is being sent',
    target: 'app',
    edits: [
      {
        file: 'src/db/apply/documents-page.ts',
        from: "command.kind === 'document.upload' && STANDING[state] !== 'over' ? [command.scanId] : []",
        to: "command.kind === 'document.upload' && state === 'done' ? [command.scanId] : []",
      },
    ],
  },
]
