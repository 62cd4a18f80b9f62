import type { Messages } from './shapes.ts'

/** Refusals about vehicle documents and photos. */
export const documentsEn = {
  documents_unavailable: {
    title: 'Not available here',
    detail: 'These documents can’t be renewed here. Nothing was charged.',
  },
  document_under_way: {
    title: 'Already under way',
    detail: 'A renewal of this document is under way. Nothing more was charged.',
  },
  scan_missing: {
    title: 'A picture is missing',
    detail: 'Add a picture of each document first. Nothing was charged.',
  },
  scan_not_picture: {
    title: 'Not a picture',
    detail: 'This isn’t a JPEG, PNG or WebP picture. Take a photo instead.',
  },
  scan_too_many_pixels: {
    title: 'Picture too large',
    detail: 'This picture has too many pixels. Choose a smaller one.',
  },
  too_many_photos: { title: 'Too many photos', detail: 'A car park can have 8 photos. Remove one first.' },
  photo_repeated: { title: 'The same photo', detail: 'This car park already has this photo.' },
  scan_damaged: { title: 'Damaged picture', detail: 'This picture is empty or damaged. Choose another one.' },
} satisfies Partial<Messages['problems']>
