import { type Country, getCountry } from '../../domain/country.ts'
import { useSelectedCountry } from '../../queries/use-selected-country.ts'
import { useSession } from '../../queries/use-session.ts'

/** The wallet that is shown: that of the chosen country, else of the driver's own. */
export function useWalletCountry(): Country {
  const selected = useSelectedCountry()
  const session = useSession()
  const own = session.status === 'ready' ? session.value?.user.country.code : undefined
  return getCountry(selected?.code ?? own ?? 'NG')
}
