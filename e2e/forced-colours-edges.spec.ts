import { routes } from '../src/config/routes.ts'
import { createAccount } from './account.ts'
import { expect, test } from './fixtures.ts'
import { findSmallOrCut, NARROW_PX } from './narrow.ts'
import { CheckPage, codeOf, makePairingCode, OTHER_PARK, PARK } from './pages/check-page.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'
import { open } from './places.ts'

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

/** Finds buttons and fields that only a colour, which forced colours remove, sets off from the page. */
function findEdgeless(): readonly string[] {
  const paper = getComputedStyle(document.documentElement).backgroundColor
  const isClear = (colour: string) => /^rgba\(.*, 0\)$|^transparent$/.test(colour) || colour === paper
  const hasEdge = (element: Element): boolean =>
    [null, '::before', '::after'].some((pseudo) => {
      const style = getComputedStyle(element, pseudo)
      if (pseudo !== null && style.content === 'none') return false
      const isDrawn = (line: string, width: string, colour: string) =>
        line !== 'none' && Number.parseFloat(width) > 0 && !isClear(colour)
      return (
        isDrawn(style.borderBottomStyle, style.borderBottomWidth, style.borderBottomColor) ||
        isDrawn(style.outlineStyle, style.outlineWidth, style.outlineColor) ||
        style.textDecorationLine.includes('underline') ||
        !isClear(style.backgroundColor)
      )
    })
  const isShown = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
  }
  /** The box around a field, or the label around a choice, carries its border: three levels up at most. */
  const boxesOf = (field: Element): readonly Element[] => {
    const boxes: Element[] = []
    for (let box = field.parentElement; box !== null && boxes.length < 3; box = box.parentElement) boxes.push(box)
    return boxes
  }
  const partsOf = (control: Element): readonly Element[] => [
    control,
    ...control.querySelectorAll('*'),
    ...(control.matches('input, select, textarea') ? boxesOf(control) : []),
  ]
  // A picture marks a control even without a border.
  const hasPicture = (control: Element) => control.querySelector('svg, img') !== null
  // The browser paints the page's colour behind all text that it adjusts.
  const unreadable = [...document.querySelectorAll('a, button, label, a *, button *, label *')]
    .filter((element) => [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''))
    .filter((element) => {
      const { color, forcedColorAdjust } = getComputedStyle(element) as CSSStyleDeclaration & {
        forcedColorAdjust: string
      }
      return isShown(element) && color === paper && forcedColorAdjust !== 'none'
    })
    .map((element) => `white on white: ${element.outerHTML.slice(0, 200)}`)
  return [...document.querySelectorAll('main button, main input, main select, main textarea, main summary')]
    .filter((control) => isShown(control) && !hasPicture(control) && !partsOf(control).some(hasEdge))
    .map((control) => control.outerHTML.slice(0, 200))
    .concat(unreadable)
}

test('in forced colours every button and field has an edge and a text that is seen, and at 320 px nothing of the gate or the grown list is cut', async ({
  app,
  page,
  provider,
  request,
  words,
}) => {
  const found: Record<string, readonly string[]> = {}
  const look = async (name: string) => {
    found[name] = await page.evaluate(findEdgeless)
  }
  const [park, other] = [await mustFindPark(request, PARK), await mustFindPark(request, OTHER_PARK)]
  await open(page, '/')
  await look('home')
  await open(page, '/search?search=Toronto')
  await look('search')
  await app.find.growList()
  await page.setViewportSize({ width: NARROW_PX, height: 740 })
  await look('search-list')
  found['list at 320 px'] = await page.evaluate(findSmallOrCut)
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, routes.park.href(park.slug))
  await look('park')
  await open(page, `/checkout/${park.slug}`)
  await look('checkout')
  const account = await createAccount(request)
  const booking = await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
  await app.auth.signIn(account)
  await open(page, `/booking-details/${booking.booking_code}/pass`)
  await look('pass')
  await open(page, '/wallet')
  await look('wallet')
  const check = new CheckPage(page, words)
  await check.pair(await makePairingCode(provider, [codeOf(park.slug), codeOf(other.slug)]))
  await look('gate')
  await page.setViewportSize({ width: NARROW_PX, height: 740 })
  found['gate at 320 px'] = await page.evaluate(findSmallOrCut)
  found['gate is as wide as 320 px'] = await page.evaluate(() =>
    document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['it scrolls sideways'] : [],
  )
  await check.checkCode(booking.booking_code)
  await check.expectVerdict('VALID')
  await look('verdict')
  found['verdict at 320 px'] = await page.evaluate(findSmallOrCut)
  expect(Object.fromEntries(Object.entries(found).filter(([, faults]) => faults.length > 0))).toEqual({})
})
