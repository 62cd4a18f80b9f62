import type { Messages } from './shapes.ts'

/** Refusals about vehicle documents and photos. */
export const documentsFr = {
  documents_unavailable: {
    title: 'Non renouvelables ici',
    detail: 'Ces documents ne peuvent pas être renouvelés ici. Rien n’a été débité.',
  },
  document_under_way: {
    title: 'Déjà en cours',
    detail: 'Ce document est déjà en cours de renouvellement. Rien de plus n’a été débité.',
  },
  scan_missing: {
    title: 'Il manque une image',
    detail: 'Ajoutez d’abord une image de chaque document. Rien n’a été débité.',
  },
  scan_not_picture: {
    title: 'Pas une image',
    detail: 'Ce n’est pas une image JPEG, PNG ou WebP. Prenez plutôt une photo.',
  },
  scan_too_many_pixels: {
    title: 'Image trop grande',
    detail: 'Cette image compte trop de pixels. Choisissez-en une plus petite.',
  },
  too_many_photos: {
    title: 'Trop de photos',
    detail: 'Un parking peut avoir 8 photos. Supprimez-en une d’abord.',
  },
  photo_repeated: { title: 'La même photo', detail: 'Ce parking a déjà cette photo.' },
  scan_damaged: {
    title: 'Image endommagée',
    detail: 'Cette image est vide ou endommagée. Choisissez-en une autre.',
  },
} satisfies Partial<Messages['problems']>
