/**
 * Reduces `data/basemap/*.geojson` (Natural Earth) to `data/basemap/basemap.json`, the map that is always available in
 * the app. The format is described and read by `src/domain/basemap.ts`. Same input, same bytes: `node
 * scripts/basemap.mjs [output file]`.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodePoints } from './encode-points.ts'

/** The sources are rounded to 0.001 degree (110 m) in Nigeria and Senegal and to 0.01 elsewhere; places to 0.0001. */
const SCALE = 1000
const MAXIMUM_BYTES = 400_000

const root = new URL('../', import.meta.url)
const output = process.argv[2] ?? fileURLToPath(new URL('data/basemap/basemap.json', root))

const readFeatures = async (name) =>
  JSON.parse(await readFile(new URL(`data/basemap/${name}.geojson`, root), 'utf8')).features
const ringsOf = ({ geometry }) =>
  geometry.type === 'MultiPolygon' ? geometry.coordinates.flat() : geometry.coordinates

/** Lines whose every point is rounded to 0.01 use two decimals, which saves a third of the file. */
const decimalsOf = (points) =>
  points.flat().every((degrees) => Math.round(degrees * SCALE) === Math.round(degrees * 100) * 10) ? 2 : 3

const encodeLine = (points, keepAll = false) => encodePoints(points, { decimals: decimalsOf(points), keepAll })

const keyOf = ([x, y]) => `${Math.round(x * SCALE)},${Math.round(y * SCALE)}`

/**
 * A border is an edge shared by two states; an edge of a single state is a coast, which is in the country's outline.
 */
function sharedEdges(features) {
  const states = new Map()
  for (const [state, feature] of features.entries()) {
    for (const ring of ringsOf(feature)) {
      for (let index = 1; index < ring.length; index += 1) {
        const ends = [ring[index - 1], ring[index]]
        const keys = ends.map(keyOf)
        if (keys[0] === keys[1]) continue
        const key = keys.toSorted().join(' ')
        const edge = states.get(key) ?? { ends, of: new Set() }
        edge.of.add(state)
        states.set(key, edge)
      }
    }
  }
  return [...states.values()].filter(({ of }) => of.size > 1).map(({ ends }) => ends)
}

/** Joins edges into lines as long as possible; lines begin where three borders meet or one ends. */
function joinEdges(edges) {
  const at = new Map()
  for (const edge of edges) {
    for (const end of edge) at.set(keyOf(end), [...(at.get(keyOf(end)) ?? []), edge])
  }
  const used = new Set()
  const walk = (start, edge) => {
    const line = [start]
    let next = edge
    let point = start
    while (next !== undefined) {
      used.add(next)
      point = keyOf(next[0]) === keyOf(point) ? next[1] : next[0]
      line.push(point)
      const around = at.get(keyOf(point))
      next = around.length === 2 ? around.find((candidate) => !used.has(candidate)) : undefined
    }
    return line
  }
  const lines = []
  for (const edge of edges) {
    for (const end of edge) {
      if (at.get(keyOf(end)).length !== 2 && !used.has(edge)) lines.push(walk(end, edge))
    }
  }
  // The remaining edges form closed borders, such as that of a state inside another.
  for (const edge of edges) {
    if (!used.has(edge)) lines.push(walk(edge[0], edge))
  }
  return lines
}

function encodePlaces(features) {
  const places = features
    .map(({ properties, geometry }) => ({ ...properties, point: geometry.coordinates }))
    .toSorted((a, b) => a.scalerank - b.scalerank || b.pop_max - a.pop_max || (a.name < b.name ? -1 : 1))
  const admin1 = [...new Set(places.map((place) => place.admin1).filter((name) => name !== null))].toSorted()
  return {
    names: places.map(({ name }) => name).join('\n'),
    admin1: admin1.join('\n'),
    admin1Of: places.map((place) => admin1.indexOf(place.admin1)),
    countries: places.map((place) => place.country_code).join(''),
    ranks: places.map(({ scalerank }) => scalerank.toString(36)).join(''),
    points: encodeLine(
      places.map(({ point }) => point),
      true,
    ),
  }
}

const [countries, admin1, lakes, places] = await Promise.all(
  ['countries', 'admin1', 'lakes', 'places'].map(readFeatures),
)
const encodeRings = (feature) => ringsOf(feature).map((ring) => encodeLine(ring))
const text = JSON.stringify({
  format: 2,
  attribution: 'Made with Natural Earth',
  countries: countries.map((feature) => ({ code: feature.properties.country_code, rings: encodeRings(feature) })),
  borders: joinEdges(sharedEdges(admin1)).map((line) => encodeLine(line)),
  lakes: lakes.flatMap(encodeRings),
  places: encodePlaces(places),
})
const bytes = Buffer.byteLength(text)
if (bytes > MAXIMUM_BYTES) throw new Error(`The base map has ${bytes} bytes, more than ${MAXIMUM_BYTES}`)
await mkdir(dirname(output), { recursive: true })
await writeFile(output, text)
console.log(`${output}: ${bytes} bytes`)
