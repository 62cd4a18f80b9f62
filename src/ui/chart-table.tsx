import { VisuallyHidden } from './visually-hidden.tsx'

export interface ChartTableProps {
  readonly caption: string
  readonly labelHeading: string
  readonly valueHeading: string
  readonly rows: readonly { readonly key: string; readonly label: string; readonly full: string }[]
}

/** A chart's data for screen readers. */
export function ChartTable({ caption, labelHeading, valueHeading, rows }: ChartTableProps) {
  return (
    <VisuallyHidden as="div">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{labelHeading}</th>
            <th scope="col">{valueHeading}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, full }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{full}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  )
}
