import { expect, it } from 'vitest'
import { PAGE_SIZE, useMapView } from '../../src/stores/map-view.ts'

it('keeps the view of a search that is opened again, and forgets it for another one', () => {
  const { change, openSearch } = useMapView.getState()
  openSearch('toronto')
  change({ selectedId: 7, zoom: 16, shownCount: 60, sheet: 'list' })
  openSearch('toronto')
  expect(useMapView.getState()).toMatchObject({ selectedId: 7, zoom: 16, shownCount: 60 })
  openSearch('dakar')
  expect(useMapView.getState()).toMatchObject({ selectedId: null, zoom: null, shownCount: PAGE_SIZE, sheet: 'list' })
})
