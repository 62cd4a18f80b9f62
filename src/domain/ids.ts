/** Branded identifiers, so that a park's id cannot be passed as a user's. */
declare const brand: unique symbol
type Id<Base, Name extends string> = Base & { readonly [brand]: Name }

/** uint32, the provider's primary key of a park. */
export type ParkId = Id<number, 'ParkId'>
/** 7 characters: country, 4 random Crockford characters, 1 check character, upper case (`CA7KQ2M`). */
export type ParkCode = Id<string, 'ParkCode'>
export type Slug = Id<string, 'Slug'>
/** UUID version 7. */
export type BookingId = Id<string, 'BookingId'>
/** 8 Crockford characters shown as `K7QM-4T2P`; the last is a check character. */
export type BookingCode = Id<string, 'BookingCode'>
export type UserId = Id<string, 'UserId'>

export const toParkId = (value: number): ParkId => value as ParkId
export const toParkCode = (value: string): ParkCode => value as ParkCode
export const toSlug = (value: string): Slug => value as Slug
export const toBookingId = (value: string): BookingId => value as BookingId
export const toBookingCode = (value: string): BookingCode => value as BookingCode
export const toUserId = (value: string): UserId => value as UserId
