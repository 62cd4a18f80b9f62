import { expect, test } from 'vitest'
import { missingTexts, sharedTexts, textIdsIn } from '../../scripts/chunk-texts.ts'

const KNOWN = { 'aa-aaa': ['One'], bb_bbb: ['Two'], cccccc: ['Three'] }

test('ids of texts are found however they are quoted, and other strings of their length are not', () => {
  const code = 'f({id:`aa-aaa`}),g({id:"bb_bbb"}),h(\'zzzzzz\')'
  expect([...textIdsIn(code, KNOWN)]).toEqual(['aa-aaa', 'bb_bbb'])
})

test('a text goes with the one file that shows it; what several show, or a file of every page, stays in the catalogue', () => {
  const shared = sharedTexts([
    { name: 'main', ids: new Set(['frame']) },
    { name: 'receipt-screen', ids: new Set(['receipt', 'frame', 'both']) },
    { name: 'withdraw-screen', ids: new Set(['withdraw', 'both']) },
  ])
  expect([...shared]).toEqual(['frame', 'both'])
})

test('a file that shows a text which it does not bring, and which not every catalogue has, is named', () => {
  const brought = 'push(JSON.parse(`{"en":{"aa-aaa":["One"]}}`));f({id:`aa-aaa`})'
  const files = new Map([
    ['a.js', brought],
    ['b.js', 'f({id:`bb_bbb`})'],
    ['c.js', 'f({id:`cccccc`})'],
  ])
  const catalogues = ['{"bb_bbb":["Two"],"cccccc":["Three"]}', String.raw`"{\"bb_bbb\":[\"Deux\"]}"`]
  expect(missingTexts(files, KNOWN, catalogues)).toEqual(['c.js shows cccccc'])
})
