import { describe, expect, it } from 'vitest'
import type { Vehicle } from '../../src/contract/vehicles.ts'
import { findVehicleProblems, toVehicleFields } from '../../src/parts/to-vehicle-fields.ts'

const formOf = (values: Readonly<Record<string, string>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}

const TYPED = { plate: ' abc-123de ', country_code: 'NG', region: '', vehicle_type_id: '2', label: '  ' }

const before: Vehicle = {
  id: '01980000-0000-7000-8000-000000000001',
  plate: 'ABC-123DE',
  plate_normalised: 'ABC123DE',
  country_code: 'NG',
  region: 'Lagos',
  vehicle_type_id: 1,
  label: 'Family car',
  colour: 'red',
  make: 'Toyota',
  model: 'Corolla',
  is_default: true,
  version: 3,
  updated_at: '2026-02-01T09:00:00Z',
}

describe('toVehicleFields', () => {
  it('writes the plate in capitals without the spaces around it, and what is empty as null', () => {
    expect(toVehicleFields(formOf(TYPED), null)).toEqual({
      plate: 'ABC-123DE',
      country_code: 'NG',
      region: null,
      vehicle_type_id: 2,
      label: null,
      colour: null,
      make: null,
      model: null,
    })
  })

  it('takes out what a paste brings along: direction marks, control characters, doubled spaces', () => {
    const pasted = { ...TYPED, plate: '\u202e  abc \u200b  123\u0007 ', label: '\u202eسيارة\n العائلة ' }
    expect(toVehicleFields(formOf(pasted), null)).toMatchObject({ plate: 'ABC 123', label: 'سيارة العائلة' })
  })

  it('finds what the provider would refuse: no plate, one of more signs than are kept, a name that is too long', () => {
    expect(findVehicleProblems(formOf(TYPED))).toEqual({})
    for (const plate of ['', '  ', 'AB_1', '🚗', `A${' -'.repeat(20)}B`, 'x'.repeat(10_240)])
      expect(findVehicleProblems(formOf({ ...TYPED, plate })), plate.slice(0, 12)).toEqual({ plate: true })
    expect(findVehicleProblems(formOf({ ...TYPED, label: 'x'.repeat(61) }))).toEqual({ label: true })
  })

  it('keeps on an edit what the form does not ask for', () => {
    expect(toVehicleFields(formOf(TYPED), before)).toMatchObject({
      region: null,
      label: null,
      colour: 'red',
      make: 'Toyota',
      model: 'Corolla',
    })
  })
})
