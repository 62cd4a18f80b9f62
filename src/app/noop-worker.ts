/** That it starts is all that it is for: see-it-in.ts. */
close()
