/** Key of the driver's gifts among what is saved. */
export const GIFTS = 'gifts'
