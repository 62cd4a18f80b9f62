const PLACEHOLDER = /\{(s|x|y|z|r)\}/

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Returns a pattern for the addresses of a tile template (`https://{s}.tiles.example/{z}/{x}/{y}{r}.png`). */
export const tilePattern = (template: string): RegExp =>
  // Splitting at a capture group returns the group as every other piece: the placeholder's letter.
  new RegExp(
    `^${template
      .split(PLACEHOLDER)
      .map((piece, index) => (index % 2 === 0 ? escape(piece) : '[^/]*'))
      .join('')}$`,
  )
