import { expect, test } from 'vitest'
import { isShellNavigation } from '../../sw/is-shell-navigation.ts'
import { tilePattern } from '../../sw/tile-pattern.ts'

test('pages of the app get the shell, also deep ones', () => {
  for (const path of [
    '/',
    '/search',
    '/park/green-p-toronto-ca7kq2m',
    '/booking-details/K7QM-4T2P',
    '/apiary',
    '/apis/x',
    '/__x',
  ])
    expect(isShellNavigation(path), path).toBe(true)
})

test('paths of the provider and files do not', () => {
  for (const path of [
    '/api',
    '/sandbox',
    '/__',
    '/api/v1/docs',
    '/sandbox/mail',
    '/__/auth/handler',
    '/robots.txt',
    '/assets/a-1b2c.js',
    '/icons/x.png',
    '/photos/5f0c9a1b2d3e4f60718293a4b5c6d7e8-480.webp',
  ])
    expect(isShellNavigation(path), path).toBe(false)
})

test('tiles are told by their template', () => {
  const pattern = tilePattern('https://{s}.tiles.example/osm/{z}/{x}/{y}{r}.png?v=1')
  expect(pattern.test('https://a.tiles.example/osm/12/100/200.png?v=1')).toBe(true)
  expect(pattern.test('https://a.tiles.example/osm/12/100/200@2x.png?v=1')).toBe(true)
  expect(pattern.test('https://a.tiles.example/osm/12/100/200.png')).toBe(false)
  expect(pattern.test('https://evil.example/a.tiles.example/osm/12/1/2.png?v=1')).toBe(false)
})
