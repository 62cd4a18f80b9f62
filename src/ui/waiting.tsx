/** Holds no place and says nothing; tells the page's still that something is yet to come. */
export const Waiting = () => <span hidden aria-busy="true" />
