import type { PostId, PostText } from './published.ts'

export const POSTS_EN: Readonly<Record<PostId, PostText>> = {
  1: {
    title: 'What the pass in your phone says',
    summary: 'A code that an attendant can check although neither of you has a signal.',
    paragraphs: [
      'A booking gives you a pass: a square code with your plate, the car park and the times of your stay. Baywise signs it, and your phone keeps it the moment the booking is confirmed.',
      'The attendant’s phone holds the public half of the key. It can see from the code alone that the pass is real, that it is for this car park and that it has not ended. Nothing has to go online, so it works just as well in a basement.',
      'A changed letter breaks the signature. A cancelled booking still has a code that reads well, which is why attendants also carry a list of the day, and why the screen tells them how old that list is.',
      'If the pass doesn’t scan, turn up the brightness and tap “Not scanning?”. Below the pattern is a short booking code that you can read out.',
    ],
  },
  2: {
    title: 'No signal is not a no',
    summary: 'What you can do underground, and when it counts.',
    paragraphs: [
      'You can extend or cancel a booking and change your vehicles offline. Your phone keeps your request and sends it automatically as soon as there is a connection, even if the app is closed, where the browser allows that.',
      'Until Baywise has answered, the app says “Waiting for signal” and never “Saved”. Each request has its own key: if the answer never reaches your phone and the request is sent again, Baywise recognises it and carries it out once.',
      'An extension names the most you agreed to pay. If the price has risen above that, it’s refused and we ask you again. If the signal comes back after your stay and its grace period are over, the extension isn’t sent at all.',
      'A new booking needs a connection, because only Baywise knows whether the space is still free. Every waiting request is listed under Activity, where you can remove it.',
    ],
  },
  3: {
    title: 'The total first, line by line',
    summary: 'Why the price on your phone is the price at the gate.',
    paragraphs: [
      'Every price you see is the whole price: the parking and its taxes, each on its own line, added up before you confirm. No line appears later.',
      'Your phone and Baywise work out prices by the same rules from the same published price list. When you book, the app sends the total you saw. If the price list has changed, the booking is refused and you see the new total; nothing is charged.',
      'Where a car park’s price is marked “Demo price”, no public source gives its prices. It’s an example, not an offer.',
      'When you cancel, the refund follows the lines you paid. The app shows the amount before you agree, and a cancellation with a lower refund isn’t carried out.',
    ],
  },
}
