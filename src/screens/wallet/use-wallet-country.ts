import { type Country, getCountry } from '../../domain/country.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { useSession } from '../../queries/use-session.ts'

/** Returns the country of the displayed wallet: the chosen one, else the driver's own. */
export function useWalletCountry(): Country {
  const selected = useSelectedCountry()
  const session = useSession()
  const own = session.status === 'ready' ? session.value?.user.country.code : undefined
  return getCountry(selected?.code ?? own ?? 'NG')
}
