/** Addresses whose traffic nobody encrypts: fine on this machine, and nowhere else for what is secret. */

const PLAIN = new Set(['http:', 'smtp:'])

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)

/** Whether what is sent to this address would cross a network as it is. False for what is no address. */
export function isPlainElsewhere(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && PLAIN.has(url.protocol) && !isThisMachine(url.hostname)
}
