import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { Chip, ChipRow } from '../../src/ui/chip.tsx'

const ROW = { left: 0, right: 300 }

const Row = ({ texts }: { readonly texts: readonly string[] }) => (
  <ChipRow label="Sort and filter">
    {texts.map((text, index) => (
      <Chip key={index} on={false} onToggle={() => undefined}>
        {text}
      </Chip>
    ))}
  </ChipRow>
)

/** Stands in for layout, which jsdom lacks: ten pixels per letter, one chip after the other, in a row that scrolls. */
function layOut(row: Element): void {
  vi.spyOn(row, 'getBoundingClientRect').mockImplementation(() => new DOMRect(ROW.left, 0, ROW.right, 30))
  const chips = [...row.children]
  for (const [index, chip] of chips.entries())
    vi.spyOn(chip, 'getBoundingClientRect').mockImplementation(() => {
      const letters = chips.slice(0, index).reduce((sum, { textContent }) => sum + textContent.length, 0)
      const left = letters * 10 - row.scrollLeft
      return new DOMRect(left, 0, chip.textContent.length * 10, 30)
    })
}

test('counts that come leave the chip that has the focus where it can be seen', () => {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  const fill = (texts: readonly string[]) => act(() => root.render(<Row texts={texts} />))
  fill(['Near', 'Cheap', '10 min walk'])
  const row = host.querySelector('[role=group]')
  const chips = [...host.querySelectorAll('button')]
  if (row === null) throw new Error('no row')
  layOut(row)
  chips[2]?.focus()
  const edges = () => chips[2]?.getBoundingClientRect()
  expect(edges()?.right).toBeLessThanOrEqual(ROW.right)
  fill(['Near 1,024', 'Cheap 1,024', '10 min walk 2'])
  expect(edges()?.right).toBe(ROW.right)
  fill(['N', 'C', '10 min walk 2'])
  expect(edges()?.left).toBe(ROW.left)
})
