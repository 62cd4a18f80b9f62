/** Returns the path of a car park below the API's base, by its id, slug or code. */
export const parkPath = (park: string): string => `/front/parks/${encodeURIComponent(park)}`
