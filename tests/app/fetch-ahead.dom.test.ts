import { afterEach, expect, test } from 'vitest'
import { fetchAhead } from '../../src/app/fetch-ahead.ts'

afterEach(() => document.head.replaceChildren())

const asked = (): (string | null)[] =>
  Array.from(document.querySelectorAll('link'), (link) => new URL(link.href).pathname)

function listFiles(files: Readonly<Record<string, readonly string[]>>): void {
  const meta = document.createElement('meta')
  meta.name = 'files'
  meta.content = JSON.stringify(files)
  document.head.append(meta)
}

test('a relaunch asks for what every page, its language and its address need, and for nothing else', () => {
  listFiles({ '': ['data-1.js'], en: ['en-1.js'], fr: ['fr-1.js'], '/': ['card-1.js'] })
  fetchAhead('fr', '/')
  expect(asked()).toEqual(['/assets/data-1.js', '/assets/fr-1.js', '/assets/card-1.js'])
  document.querySelectorAll('link').forEach((link) => link.remove())
  fetchAhead('en', '/wallet')
  expect(asked()).toEqual(['/assets/data-1.js', '/assets/en-1.js'])
})

test('they are asked for as plain scripts, with the credentials of a module: the page then takes the same answer', () => {
  listFiles({ '': ['data-1.js'] })
  fetchAhead('en', '/')
  expect(document.querySelector('link')).toMatchObject({ rel: 'preload', as: 'script', crossOrigin: 'anonymous' })
})

test('a page without names, as in development, asks for nothing', () => {
  fetchAhead('en', '/')
  expect(asked()).toEqual([])
})
