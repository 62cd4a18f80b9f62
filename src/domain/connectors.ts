/** Connectors by OpenStreetMap's names (`socket:type2`). `_combo` is CCS, with the two pins for direct current. */
export const CONNECTORS = ['type1', 'type1_combo', 'type2', 'type2_combo', 'nacs', 'chademo', 'schuko'] as const
export type Connector = (typeof CONNECTORS)[number]
