/** Addresses without encryption: fine on this machine, but never for secrets anywhere else. */

const PLAIN = new Set(['http:', 'smtp:'])

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)

/** Whether data sent to this address would cross a network unencrypted. False for an invalid address. */
export function isPlainElsewhere(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && PLAIN.has(url.protocol) && !isThisMachine(url.hostname)
}
