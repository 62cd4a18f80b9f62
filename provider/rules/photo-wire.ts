import type { PhotoFiles } from '../../src/contract/photo-files.ts'

/** A photo that is kept, without its files. */
export interface KeptPhoto {
  readonly photo_id: string
  readonly hash: string
  readonly width: number
  readonly height: number
  /** Widths of its files, the narrowest first. */
  readonly widths: readonly number[]
}

/** Where its files are; `provider/routes/park-photos.ts` answers there. */
export const toPhotoFiles = ({ photo_id, hash, width, height, widths }: KeptPhoto): PhotoFiles => ({
  ...{ photo_id, width, height },
  files: widths.map((one) => ({ url: `/photos/${hash}-${String(one)}.webp`, width: one })),
})

/** As a member of what it belongs to, and only where there is one. */
export const photoOnWire = (kept: KeptPhoto | null): { readonly photo?: PhotoFiles } =>
  kept === null ? {} : { photo: toPhotoFiles(kept) }
