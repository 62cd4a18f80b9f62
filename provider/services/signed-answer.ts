import type { PassSigner } from './pass-signer.ts'

/** Returns `{data, kid, signature}` as text, so that the bytes of `data` sent are the bytes that were signed. */
export async function signAnswer(signer: PassSigner, data: object): Promise<string> {
  const json = JSON.stringify(data)
  const { kid, signature } = await signer.signJson(json)
  return `{"data":${json},"kid":${String(kid)},"signature":${JSON.stringify(signature)}}`
}
