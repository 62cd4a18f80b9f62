import { parseSocial, socialLinksOf } from '../config/contact.ts'
import { SOCIAL_LINKS } from '../config/partner.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { useObservable } from './use-observable.ts'

const social = parseSocial(SOCIAL_LINKS ?? '{}')

/** The operator's social accounts for the country in use; Nigeria's when no country is chosen. */
export default function SocialLinks() {
  const code = useObservable(selectedCountry)?.code ?? 'NG'
  return (
    <ul>
      {socialLinksOf(social, code).map(({ name, url }) => (
        <li key={name}>
          <a href={url} rel="noopener">
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
