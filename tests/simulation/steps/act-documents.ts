import { addScan, keepDraft, payRenewal, type PayRenewalInput } from '../../../src/actions/vehicle-documents.online.ts'
import { addVehicle } from '../../../src/actions/vehicles.ts'
import { topUp } from '../../../src/actions/wallet.online.ts'
import type { DocumentKind } from '../../../src/domain/document-kinds.ts'
import { priceRenewal } from '../../../src/domain/vehicle-documents.ts'
import { must } from '../../../src/lib/assert.ts'
import type { Result } from '../../../src/lib/result.ts'
import { isWaitingRow, keptOf, outboxOf, vehiclesOf } from '../oracle/stored.ts'
import { inTwoTabs, nothing, pickFrom, said, type Tap, userOf } from './tap.ts'

/** A JPEG of 8 x 8 pixels. */
const PHOTO =
  '/9j/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAgP/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwC6AkT/2Q=='

const KINDS: readonly DocumentKind[] = ['licence', 'insurance']

/** A plate unique in the database, because only one renewal per document of a plate may be open at a time. */
export async function addNigerianCar({ random, tab }: Tap): Promise<string> {
  const plate = `N${String(10_000_000 + random.int(89_999_999))}`
  const known = await addVehicle({ plate, country_code: 'NG' }, tab.phone)
  return known.ok ? known.value.standing : known.error.kind
}

/** May also pick one that the provider does not know yet. */
function aNigerianCar(tap: Tap): string | undefined {
  const { device } = tap.tab
  const known = vehiclesOf(device, userOf(tap)).flatMap(({ id, vehicle }) =>
    vehicle.country_code === 'NG' ? [id] : [],
  )
  const waiting = outboxOf(device, userOf(tap))
    .filter(isWaitingRow)
    .flatMap(({ command }) =>
      command.kind === 'vehicle.add' && command.vehicle.country_code === 'NG' ? [command.vehicleId] : [],
    )
  return pickFrom(tap.random, [...known, ...waiting])
}

export async function photograph(tap: Tap): Promise<string> {
  const ofVehicle = aNigerianCar(tap)
  if (ofVehicle === undefined) return nothing()
  const picture = new Uint8Array(Buffer.from(PHOTO, 'base64')).buffer
  const asked = await addScan({ ofVehicle, document: tap.random.pick(KINDS), picture }, tap.tab.phone)
  return asked.ok ? asked.value.standing : asked.error.kind
}

/** Mostly renews documents with a scan; sometimes one without, or at an outdated price. */
async function aRenewal(tap: Tap): Promise<Result<PayRenewalInput, { readonly kind: string }> | undefined> {
  const { world, random, tab } = tap
  const vehicleId = aNigerianCar(tap)
  if (vehicleId === undefined) return undefined
  const { scans } = keptOf(tab.device, userOf(tap))
  const shown = KINDS.filter((kind) => scans.some((scan) => scan.vehicle_id === vehicleId && scan.kind === kind))
  const kinds = shown.length > 0 && random.chance(0.9) ? shown : [random.pick(KINDS)]
  const { fees, service: serviceMinor, vat } = must(world.provider.server.shop, 'a shop').documents.fees
  const { totalMinor } = priceRenewal(kinds, { fees, serviceMinor, vat })
  const kept = await keepDraft({ vehicleId, kinds }, tab.phone)
  if (!kept.ok) return kept
  return { ok: true, value: { draft: kept.value, kinds, totalMinor: totalMinor + (random.chance(0.1) ? 1 : 0) } }
}

export async function payForDocuments(tap: Tap): Promise<string> {
  const renewal = await aRenewal(tap)
  if (renewal === undefined) return nothing()
  return renewal.ok ? said(await payRenewal(renewal.value, tap.tab.phone)) : renewal.error.kind
}

export async function payForDocumentsTwice(tap: Tap): Promise<string> {
  const renewal = await aRenewal(tap)
  if (renewal === undefined) return nothing()
  if (!renewal.ok) return renewal.error.kind
  return inTwoTabs(tap, async ({ phone }) => said(await payRenewal(renewal.value, phone)))
}

/** Tops up at a gateway, because the wallet's balance does not cover all documents. */
export const topUpNaira = async ({ tab }: Tap): Promise<string> =>
  said(await topUp({ amountMinor: 400_000, currency: 'NGN' }, tab.phone))
