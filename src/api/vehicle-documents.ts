import {
  type Renewal,
  type RenewalBody,
  renewalSingle,
  scanSingle,
  type ScanWire,
  type VehicleDates,
  vehicleDatesSingle,
} from '../contract/vehicle-documents.ts'
import type { DocumentCommand } from '../domain/commands.ts'
import { MINUTE_MS } from '../domain/instant.ts'
import { type KeyedCall, keyedData } from './keyed-call.ts'

type Of<K extends DocumentCommand['kind']> = Extract<DocumentCommand, { readonly kind: K }>

const PATH = '/vehicle-documents'

export const saveDates = ({ ofVehicle, commercial, dates }: Of<'document.dates'>): KeyedCall<VehicleDates> =>
  keyedData(
    { method: 'PUT', path: `${PATH}/vehicles/${ofVehicle}`, body: { commercial, dates } },
    vehicleDatesSingle,
    (saved) => saved.vehicle_id === ofVehicle,
  )

/** `picture`: undefined only when nothing is sent. */
export const sendScan = (
  { scanId, ofVehicle, document }: Of<'document.upload'>,
  picture: ArrayBuffer | undefined,
): KeyedCall<ScanWire> =>
  keyedData(
    {
      method: 'POST',
      path: `${PATH}/scans`,
      query: { scan_id: scanId, vehicle_id: ofVehicle, kind: document },
      // Half a megabyte takes long with a weak signal.
      timeoutMs: 2 * MINUTE_MS,
      ...(picture === undefined ? {} : { picture }),
    },
    scanSingle,
    (scan) => scan.scan_id === scanId,
  )

/** Pays from the wallet. */
export const payRenewal = (body: RenewalBody): KeyedCall<Renewal> =>
  keyedData(
    { method: 'POST', path: `${PATH}/renewals`, body },
    renewalSingle,
    (renewal) => renewal.draft_id === body.draft_id,
  )
