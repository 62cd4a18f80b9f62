import { once } from 'node:events'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { invariant } from '../../src/lib/assert.ts'
import { blackRuns } from '../../src/lib/black-runs.ts'
import type { Language } from '../messages/language.ts'
import { SIGN_TEXTS } from '../messages/sign-texts.ts'
import { toPrintable } from '../rules/printable.ts'

/** Points, 72 per inch. */
export const PAPER = { A4: [595.28, 841.89], A5: [419.53, 595.28], letter: [612, 792] } as const
export type Paper = keyof typeof PAPER

export interface SignFace {
  readonly link: string
  readonly code: string
  readonly name: string
  /** Address and city, as far as known. */
  readonly place: string
  /** The local language first. */
  readonly languages: readonly [Language, Language]
  /** Printed on the sign. */
  readonly isDemo: boolean
}

interface Page {
  readonly doc: PDFKit.PDFDocument
  readonly width: number
  readonly height: number
}

const INK = '#0c1b2a'
const MUTED = '#4b5b6b'
const BRAND = '#0b57d0'
/** The standard requires 4 modules of white around the code; the blank paper provides them. */
const QUIET_ZONE = 4
/** Share of the height; the rest is for text. */
const QR_SHARE = 0.55
/** In fractions of a module: without it, some viewers show a hairline of white between two rows. */
const OVERLAP = 0.02

/**
 * The modules of the link, readable from 2 metres. Error correction M, raised if the version has room: up to 15 % may
 * be dirty or scratched, while Q would need three versions more, and smaller modules cost more reading distance than
 * dirt does. With an origin of up to 36 characters it is version 8, 49 modules: 3.3 mm each on A4, 2.4 mm on A5. A
 * phone image of 1080 lines covers about 1.3 mm per pixel at 2 m, so 2.5 pixels per module on A4, where 2 are enough;
 * on A5 that holds up to 1.7 m. The code takes as much of the page as the text leaves.
 */
export const signModules = (link: string): boolean[][] => encode(link, { ecc: 'M', boostEcc: true, border: 0 }).data

interface Qr {
  readonly modules: readonly (readonly boolean[])[]
  readonly top: number
  readonly side: number
}

function drawQr({ doc, width }: Page, { modules, top, side }: Qr): void {
  const module = side / modules.length
  const left = (width - side) / 2
  for (const [y, row] of modules.entries())
    for (const { start, length } of blackRuns(row))
      doc.rect(left + start * module, top + y * module, length * module, module * (1 + OVERLAP))
  doc.fill('#000')
}

function drawMark({ doc, width }: Page, top: number, size: number): void {
  const text = 'Baywise'
  doc.font('Helvetica-Bold').fontSize(size * 0.8)
  const left = (width - size * 1.3 - doc.widthOfString(text)) / 2
  doc
    .save()
    .translate(left, top)
    .scale(size / 28)
  doc.roundedRect(0, 0, 28, 28, 8).fill(BRAND)
  doc.path('M8 6.5v14h12v-14').lineWidth(2.6).lineCap('round').lineJoin('round').stroke('#fff')
  doc.circle(14, 13, 2.9).fill('#fff').restore()
  doc.fillColor(INK).text(text, left + size * 1.3, top + size * 0.17, { lineBreak: false })
}

interface Line {
  readonly text: string
  readonly font: 'Helvetica' | 'Helvetica-Bold' | 'Courier-Bold'
  /** The largest size; a long line is set smaller until it fits. */
  readonly size: number
  readonly color: string
}

/** Smaller text is unreadable, so a longer line is truncated instead. */
const SMALLEST = 7

/** Draws one centred line. Returns where the next one begins. */
function drawLine({ doc, width }: Page, { text, font, size, color }: Line, top: number): number {
  const room = width * 0.9
  doc.font(font).fontSize(size)
  const fitting = Math.max(SMALLEST, Math.min(size, (size * room) / doc.widthOfString(text)))
  doc
    .fontSize(fitting)
    .fillColor(color)
    .text(text, width * 0.05, top, {
      width: room,
      height: fitting * 1.2,
      align: 'center',
      lineBreak: false,
      ellipsis: true,
    })
  return top + fitting * 1.25
}

function linesBelow({ code, name, place, languages, link, isDemo }: SignFace, unit: number): readonly Line[] {
  const { origin } = new URL(link)
  const small = { font: 'Helvetica', size: unit, color: MUTED } as const
  const words = languages.map((language) => SIGN_TEXTS[language])
  return [
    ...words.map((texts): Line => ({ ...small, text: texts.orType, size: unit * 1.15 })),
    { text: code, font: 'Courier-Bold', size: unit * 3.8, color: INK },
    { text: toPrintable(name), font: 'Helvetica-Bold', size: unit * 2, color: INK },
    { text: toPrintable(place), font: 'Helvetica', size: unit * 1.3, color: MUTED },
    ...words.map((texts): Line => ({ ...small, text: texts.opens(origin) })),
    ...(isDemo
      ? [
          {
            text: words.map((texts) => texts.demo).join(' · '),
            font: 'Helvetica-Bold',
            size: unit * 1.4,
            color: '#b3261e',
          } as const,
        ]
      : []),
  ]
}

/** Renders a page to print and hang up, with fonts that every PDF reader has. */
export async function drawSign(face: SignFace, paper: Paper): Promise<Buffer> {
  const [width, height] = PAPER[paper]
  const [language] = face.languages
  const doc = new PDFDocument({
    size: [width, height],
    margin: 0,
    lang: language,
    info: { Title: `Baywise ${face.code}`, Author: 'Baywise' },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const page = { doc, width, height }
  const unit = height / 84
  const modules = signModules(face.link)
  drawMark(page, unit * 1.8, unit * 2.6)
  let top = unit * 5.4
  const heads = face.languages.map((code) => SIGN_TEXTS[code].scan)
  for (const [index, text] of heads.entries())
    top = drawLine(page, { text, font: 'Helvetica-Bold', size: unit * (index === 0 ? 3.8 : 2.2), color: INK }, top)
  const side = Math.min((width * modules.length) / (modules.length + 2 * QUIET_ZONE), height * QR_SHARE)
  const quiet = (side / modules.length) * QUIET_ZONE
  drawQr(page, { modules, top: top + quiet, side })
  top += side + 2 * quiet
  for (const line of linesBelow(face, unit).filter(({ text }) => text !== '')) top = drawLine(page, line, top)
  invariant(top <= height, 'all that a sign says fits on its page')
  doc.end()
  await once(doc, 'end')
  return Buffer.concat(chunks)
}
