import type { PhotoFiles } from '../../src/contract/photo-files.ts'

/** A stored photo, without its files. */
export interface KeptPhoto {
  readonly photo_id: string
  readonly hash: string
  readonly width: number
  readonly height: number
  /** Widths of its files, narrowest first. */
  readonly widths: readonly number[]
}

/** The addresses of its files, served by `provider/routes/park-photos.ts`. */
export const toPhotoFiles = ({ photo_id, hash, width, height, widths }: KeptPhoto): PhotoFiles => ({
  ...{ photo_id, width, height },
  files: widths.map((one) => ({ url: `/photos/${hash}-${String(one)}.webp`, width: one })),
})

/** Adds the photo as a member to the object it belongs to, if there is one. */
export const photoOnWire = (kept: KeptPhoto | null): { readonly photo?: PhotoFiles } =>
  kept === null ? {} : { photo: toPhotoFiles(kept) }
