import type { PostId, PostText } from './published.ts'

export const POSTS_EN: Readonly<Record<PostId, PostText>> = {
  1: {
    title: 'What the pass in your phone says',
    summary: 'A code that an attendant can check although neither of you has a signal.',
    paragraphs: [
      'A booking gives you a pass: a square code with your plate, the car park and the times of your stay. The provider signs it, and your phone keeps it the moment the booking is confirmed.',
      'The attendant’s phone holds the public half of the key. It can see from the code alone that the pass is real, that it is for this car park and that it has not ended. Nobody has to ask a server, so a basement is as good a place as any.',
      'A changed letter breaks the signature. A cancelled booking still has a code that reads well, which is why attendants also carry a list of the day, and why the screen tells them how old that list is.',
      'If the camera does not read it, turn the screen bright and tap “Not scanning?”. Below the pattern stands a short booking code that can be said aloud.',
    ],
  },
  2: {
    title: 'No signal is not a no',
    summary: 'What you can ask for underground, and when it counts.',
    paragraphs: [
      'You can extend or cancel a booking and change your vehicles with no signal. Your phone writes down what you asked for and sends it by itself as soon as there is a connection, even if the app is closed, where the browser allows that.',
      'Until the provider has answered, the app says “waiting” and never “done”. Each request carries its own key: if the answer is lost on the way and the request is sent again, the provider recognises it and does it once.',
      'An extension carries the most that you agreed to pay. If the price has risen above that meanwhile, it is refused and you are asked again. If the signal comes back after your stay and its grace are over, the extension is not sent at all.',
      'A new booking needs a connection, because only the provider knows whether the space is still free. Everything that waits is listed under Activity, where you can take it back.',
    ],
  },
  3: {
    title: 'The total first, line by line',
    summary: 'Why the price on your phone is the price at the gate.',
    paragraphs: [
      'Every price you see is the whole price: what the tariff charges and the taxes on it, each on a line of its own, added up before you confirm. There is no line that appears later.',
      'Your phone and the provider work out prices by the same rules from the same published tariff. When you book, the app sends the total that you saw; if the tariff has changed meanwhile, the booking is refused with the new total instead of being charged.',
      'Where a car park’s tariff is marked “Sandbox tariff”, no public source gives its prices. It is an example and no offer.',
      'When you cancel, the refund follows the lines that you paid. The app shows the amount before you agree, and a cancellation that would bring back less than that is not carried out.',
    ],
  },
}
