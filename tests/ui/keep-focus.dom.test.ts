import { beforeAll, beforeEach, expect, test } from 'vitest'
import { keepFocus } from '../../src/ui/keep-focus.ts'

beforeAll(keepFocus)

beforeEach(() => {
  document.body.innerHTML = `
    <header><div id="notice"><button>OK</button></div></header>
    <main tabindex="-1">
      <h1>Profile</h1>
      <section>
        <h2>Vehicles</h2>
        <ul><li><button id="row">CKTB 482</button></li></ul>
        <button id="add">Add a vehicle</button>
      </section>
      <section><button id="pay">Pay</button><a href="/pass">Pass</a></section>
      <p id="bare"><button>Once</button></p>
    </main>`
})

const must = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`no ${selector}`)
  return found
}

async function lose(selector: string, gone = selector): Promise<Element | null> {
  must(selector).focus()
  must(gone).remove()
  await Promise.resolve()
  return document.activeElement
}

test('a row that goes leaves the focus to the heading of its part of the page', async () => {
  expect(await lose('#row', 'li')).toBe(must('h2'))
})

test('where a part of the page has no heading, what can be pressed there takes the focus', async () => {
  expect(await lose('#pay')).toBe(must('a'))
})

test('what goes with its whole part leaves it to the heading of the page', async () => {
  expect(await lose('#row', 'section')).toBe(must('h1'))
  expect(await lose('#bare button')).toBe(must('h1'))
})

test('what goes outside the page’s main part leaves it to the heading of the page', async () => {
  expect(await lose('#notice button', '#notice')).toBe(must('h1'))
})

test('what somebody else took, or what goes without the focus, moves nothing', async () => {
  must('#row').focus()
  must('#add').focus()
  must('#row').remove()
  await Promise.resolve()
  expect(document.activeElement).toBe(must('#add'))
  must('#add').blur()
  must('#bare').remove()
  await Promise.resolve()
  expect(document.activeElement).toBe(document.body)
})
