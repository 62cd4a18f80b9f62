import { must } from '../../../../src/lib/assert.ts'
import type { CountryCode } from '../../../../src/domain/country.ts'
import type { LatLng } from '../../../../src/lib/cell.ts'

export interface TypedSearch {
  readonly country: CountryCode
  readonly near: LatLng
  readonly typed: string
  /** Any of these names is correct; `city` must match too when given. */
  readonly names: readonly string[]
  readonly city: string | undefined
}

const FROM = {
  Toronto: { country: 'CA', near: { lat: 43.6532, lng: -79.3832 } },
  Vancouver: { country: 'CA', near: { lat: 49.2827, lng: -123.1207 } },
  Montréal: { country: 'CA', near: { lat: 45.5088, lng: -73.5617 } },
  'New York': { country: 'US', near: { lat: 40.7128, lng: -74.006 } },
  'San Francisco': { country: 'US', near: { lat: 37.7749, lng: -122.4194 } },
  Lagos: { country: 'NG', near: { lat: 6.4541, lng: 3.3947 } },
  Dakar: { country: 'SN', near: { lat: 14.6937, lng: -17.4441 } },
} as const satisfies Record<string, { readonly country: CountryCode; readonly near: LatLng }>

/** Typed -> correct names, separated by `/`, and the city after `@`. */
const TABLE: Readonly<Record<keyof typeof FROM, string>> = {
  Toronto: `
    Union Station -> Union Station @Toronto
    unio -> Union Station @Toronto
    unoin station -> Union Station @Toronto
    CN Tower -> CN Tower
    cn towr -> CN Tower
    casa loma -> Casa Loma
    castle loma toronto -> Casa Loma
    eaton centre -> CF Toronto Eaton Centre
    eaton center toronto -> CF Toronto Eaton Centre
    yorkdale -> Yorkdale Mall
    YYZ -> Lester B. Pearson International Airport
    pearson airport -> Lester B. Pearson International Airport
    airport -> Lester B. Pearson International Airport / Billy Bishop Toronto City Centre Airport / Billy Bishop Toronto City Airport @Toronto
    toronto airport -> Lester B. Pearson International Airport / Billy Bishop Toronto City Centre Airport @Toronto
    billy bishop -> Billy Bishop Toronto City Centre Airport / Billy Bishop Toronto City Airport
    dundes -> Dundas Station / Dundas West Station / Dundas Street West / Dundas
    dundas west -> Dundas West Station / Dundas Street West
    dundas st w -> Dundas Street West
    queen st west -> Queen Street West
    queen w -> Queen Street West / Queen West
    290 bremner blvd -> Bremner Boulevard
    290 Bremner Blvd, Toronto, ON M5V 3L9 -> Bremner Boulevard
    king street west toronto -> King Street West
    yonge street -> Yonge Street
    yong st -> Yonge Street
    spadina ave -> Spadina Avenue
    spadena -> Spadina Avenue / Spadina Station / Spadina Museum
    st clair ave w -> St. Clair Avenue West
    saint clair west -> St. Clair Avenue West / St Clair West Station
    lake shore blvd -> Lake Shore Boulevard West
    kensington market -> Kensington
    kensington -> Kensington @Toronto
    scarborough -> Scarborough
    etobicoke -> Etobicoke
    mississauga -> Mississauga
    missisauga -> Mississauga
    vancouver -> Vancouver @Vancouver
    vancouver bc -> Vancouver @Vancouver
    montreal -> Montréal
    montrael -> Montréal
    ottawa -> Ottawa
    hamilton -> Hamilton
    calgary -> Calgary
    rogers centre -> Rogers Centre
    rogers center -> Rogers Centre
    scotiabank arena -> Scotiabank Arena
    bmo field -> BMO Field
    royal ontario museum -> Royal Ontario Museum
    distillery district -> The Distillery Historic District / Distillery District
    st lawrence market -> St. Lawrence Market and Market Gallery
    JFK -> John F Kennedy International Airport
    times square new york -> Times Square / Times Sq-42 St
    lagos nigeria -> Lagos
    toronto zoo -> Toronto Zoo
    high park -> High Park / High Park North / High Park Station
    bloor st -> Bloor Street West`,
  Vancouver: `
    waterfront station -> Waterfront Station @Vancouver
    YVR -> Vancouver International Airport
    vancouver airport -> Vancouver International Airport
    stanley park -> Stanley Park @Vancouver
    granville st -> Granville Street
    granvile -> Granville Street / Granville Station
    robson street -> Robson Street
    yaletown -> Yaletown / Yaletown - Roundhouse Station
    kitsilano -> Kitsilano
    gastown -> Gastown
    burnaby -> Burnaby
    richmond -> Richmond
    surrey -> Surrey
    victoria bc -> Victoria
    burrard -> Burrard Station / Burrard Street
    toronto -> Toronto @Toronto`,
  Montréal: `
    gare centrale -> Gare Centrale / Gare centrale de Montréal
    gare centrale de montréal -> Gare Centrale / Gare centrale de Montréal
    aéroport -> Montreal / Pierre Elliott Trudeau International Airport / Montréal / Saint-Hubert Airport
    aeroport montreal -> Montreal / Pierre Elliott Trudeau International Airport
    YUL -> Montreal / Pierre Elliott Trudeau International Airport
    trudeau -> Montreal / Pierre Elliott Trudeau International Airport / Station YUL-Aéroport-Montréal-Trudeau
    métro berri -> Station Berri-UQAM
    berri uqam -> Station Berri-UQAM
    place des arts -> Station Place-des-Arts
    mcgill -> Station McGill / McGill University / McGill
    mont royal -> Station Mont-Royal / Mont-Royal exo Station / Mont-Royal / Avenue du Mont-Royal Est
    avenue mont-royal -> Avenue du Mont-Royal Est / Station Mont-Royal
    rue sainte catherine -> Rue Sainte-Catherine Ouest
    ste-catherine -> Rue Sainte-Catherine Ouest / Sainte-Catherine / Gare Sainte-Catherine
    rue st denis -> Rue Saint-Denis
    saint laurent -> Boulevard Saint-Laurent / Station Saint-Laurent / Saint-Laurent
    rene levesque -> Boulevard René-Lévesque Ouest
    cote des neiges -> Station Côte-des-Neiges / Côte-des-Neiges / Chemin de la Côte-des-Neiges
    centre bell -> Centre Bell
    stade olympique -> Stade olympique
    stade olimpique -> Stade olympique
    laval -> Laval
    longueuil -> Longueuil
    québec -> Québec / Quebec
    hopital notre dame -> Hôpital Notre-Dame
    hôpital général -> Hôpital général de Montréal`,
  'New York': `
    JFK -> John F Kennedy International Airport
    jfk airport -> John F Kennedy International Airport
    laguardia -> La Guardia Airport / LaGuardia Airport / Laguardia Community College
    LGA -> La Guardia Airport / LaGuardia Airport
    newark airport -> Newark Liberty International Airport
    EWR -> Newark Liberty International Airport
    grand central -> Grand Central / Grand Central Terminal
    grand centrel -> Grand Central / Grand Central Terminal
    penn station -> Pennsylvania Station / New York Penn Station
    times square -> Times Square
    times sq -> Times Square / Times Sq-42 St
    empire state building -> Empire State Building
    empire stat buildng -> Empire State Building
    madison square garden -> Madison Square Garden
    msg -> Madison Square Garden
    bryant park -> Bryant Park / 42nd Street–Bryant Park
    union square -> Union Square / 14 St-Union Sq / Union Square Park
    wall st -> Wall St / Wall Street
    broadway -> Broadway
    5th avenue -> 5th Avenue
    5th ave -> 5th Avenue
    fifth ave -> 5th Avenue / Fifth Avenue
    west 42nd st -> West 42nd Street
    w 42nd street -> West 42nd Street
    lexington ave -> Lexington Avenue / Lexington Av/53 St / Lexington Av/59 St
    bleecker -> Bleecker Street / Bleecker St
    harlem -> Harlem / East Harlem / Central Harlem North-Polo Grounds / Harlem-148 St
    williamsburg -> Williamsburg
    astoria -> Astoria
    flushing -> Flushing
    bronx -> The Bronx / Bronx
    brooklyn -> Brooklyn
    citi field -> Citi Field
    columbia university -> Columbia University in the City of New York / 116 St-Columbia University
    boston -> Boston
    bostn -> Boston
    chicago -> Chicago
    portland maine -> Portland @Portland
    seattle -> Seattle
    washington dc -> Washington, D.C. / Washington
    philadelphia -> Philadelphia
    philidelphia -> Philadelphia
    los angeles -> Los Angeles
    LAX -> Los Angeles International Airport
    javits center -> Jacob K. Javits Convention Center
    chelsea market -> Chelsea Market`,
  'San Francisco': `
    SFO -> San Francisco International Airport
    san francisco airport -> San Francisco International Airport
    caltrain -> Caltrain
    ferry building -> San Francisco Ferry Building / Ferry Building Gate B / Ferry Building Gate C
    oracle park -> Oracle Park
    oracle prk -> Oracle Park
    chase center -> Chase Center
    union square -> Union Square / Union Square/Market Street
    embarcadero -> Embarcadero
    moscone -> George R Moscone Convention Center / Yerba Buena/Moscone / Moscone Convention Center North
    market st -> Market Street
    mission street -> Mission Street
    lombard st -> Lombard Street
    van ness -> Van Ness / Van Ness Avenue
    valencia -> Valencia Street / Valencia
    oakland -> Oakland
    berkeley -> Berkeley
    palo alto -> Palo Alto
    san jose -> San Jose`,
  Lagos: `
    Victoria Island -> Victoria Island
    victora iland -> Victoria Island
    VI -> Victoria Island
    ikoyi -> Ikoyi
    ikeja -> Ikeja
    lekki -> Lekki / Lekki Phase 1
    lekki phase 1 -> Lekki Phase 1
    lekki phase one -> Lekki Phase 1
    yaba -> Yaba
    surulere -> Surulere
    surelere -> Surulere
    festac -> Festac Town
    airport -> Murtala Muhammed International Airport
    lagos airport -> Murtala Muhammed International Airport
    murtala mohammed airport -> Murtala Muhammed International Airport
    LOS -> Murtala Muhammed International Airport
    abuja airport -> Nnamdi Azikiwe International Airport
    abuja -> Abuja
    ABV -> Nnamdi Azikiwe International Airport
    port harcourt -> Port Harcourt
    ibadan -> Ibadan
    kano -> Kano
    benin city -> Benin City
    university of lagos -> University of Lagos
    univ of lagos -> University of Lagos
    obalende -> Obalende Bus Terminus / Obalende Motor Park / Obalende
    broad street -> Broad Street
    broad st lagos -> Broad Street
    awolowo rd -> Awolowo Road
    15 awolowo road ikoyi -> Awolowo Road
    adeola odeku -> Adeola Odeku Street
    adeola odekun -> Adeola Odeku Street
    allen avenue -> Allen Avenue
    ozumba mbadiwe -> Ozumba Mbadiwe Avenue
    admiralty way -> Admiralty Way
    banana island -> Banana Island
    apapa -> Apapa
    ajah -> Ajah`,
  Dakar: `
    aéroport -> Blaise Diagne International Airport
    aeroport dakar -> Blaise Diagne International Airport
    aeroport blaise diagne -> Blaise Diagne International Airport
    DSS -> Blaise Diagne International Airport
    plateau -> Plateau
    médina -> Medina / Médina
    almadies -> Almadies
    almadie -> Almadies
    ngor -> Ngor
    ouakam -> Ouakam
    wakam -> Ouakam
    yoff -> Yoff
    point e -> Point E
    parcelles assainies -> Parcelles Assainies
    parcelle assainie -> Parcelles Assainies
    grand yoff -> Grand Yoff
    sacre coeur -> Sacré Coeur
    sacré-cœur -> Sacré Coeur
    pikine -> Pikine
    guediawaye -> Guédiawaye
    rufisque -> Rufisque
    thies -> Thiès
    thiès -> Thiès
    saint louis -> Saint-Louis
    st-louis -> Saint-Louis
    mbour -> MBour
    touba -> Touba
    ziguinchor -> Ziguinchor
    zinguinchor -> Ziguinchor
    sandaga -> Centre commercial Touba Sandaga
    avenue cheikh anta diop -> Avenue Cheikh Anta Diop
    av cheikh anta diop -> Avenue Cheikh Anta Diop
    corniche -> Route de la Corniche Ouest
    bd de la république -> Boulevard de la République
    pompidou -> Avenue Georges Pompidou
    université du sahel -> Université du Sahel`,
}

const toSearch = (from: keyof typeof FROM, line: string): TypedSearch => {
  const [typed = '', answer = ''] = line.split(' -> ')
  const [names = '', city] = answer.split(' @')
  // One airport of Montréal has a slash in its name.
  const whole = names
    .replaceAll('Montreal / Pierre', 'Montreal\u0000Pierre')
    .replaceAll('Montréal / Saint', 'Montréal\u0000Saint')
  return { ...FROM[from], typed, names: whole.split(' / ').map((name) => name.replaceAll('\u0000', ' / ')), city }
}

/** What drivers in seven cities of four countries type, and the places they mean. */
export const TYPED_SEARCHES: readonly TypedSearch[] = Object.entries(TABLE).flatMap(([from, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => toSearch(from as keyof typeof FROM, must(line.trim(), 'a line'))),
)
