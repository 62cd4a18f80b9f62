import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { createRandom, type FrameSize, paintScene, type Scene, takeFrame } from './scenes.ts'

/** One shot of the film that Chromium loops as its camera. */
export interface Shot {
  readonly scene: Scene
  readonly modules: ReadonlyArray<readonly boolean[]>
}

const SIZE: FrameSize = { width: 640, height: 480 }
const FRAMES_A_SECOND = 8
const FRAMES_A_SHOT = 8

/** Writes uncompressed video (Y4M): the luma of each frame, then its two chroma planes, which are neutral here. */
export async function writeFilm(file: string, shots: readonly Shot[]): Promise<void> {
  const random = createRandom(1)
  const colours = Buffer.alloc((SIZE.width * SIZE.height) / 2, 128)
  const film = createWriteStream(file)
  film.write(`YUV4MPEG2 W${SIZE.width} H${SIZE.height} F${FRAMES_A_SECOND}:1 Ip A1:1 C420jpeg\n`)
  for (const { scene, modules } of shots) {
    const painted = paintScene(modules, scene, SIZE)
    for (let frame = 0; frame < FRAMES_A_SHOT; frame += 1) {
      const { data } = takeFrame(painted, { ...SIZE, noise: scene.noise, random })
      film.write('FRAME\n')
      film.write(data)
      film.write(colours)
    }
  }
  film.end()
  await once(film, 'finish')
}
