// What a scan sounds and feels like. Who scans looks at the goods, not at the device.

let audio: AudioContext | undefined;

function tone(hertz: number, seconds: number, from = 0): void {
  try {
    audio ??= new AudioContext();
    if (audio.state === "suspended") void audio.resume();
    const start = audio.currentTime + from;
    const gain = audio.createGain();
    gain.gain.setValueAtTime(0.25, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    const sound = audio.createOscillator();
    sound.frequency.value = hertz;
    sound.connect(gain).connect(audio.destination);
    sound.start(start);
    sound.stop(start + seconds);
  } catch {
    // A device without sound still shows and shakes.
  }
}

/** It was taken: a high tone and a short buzz. */
export function good(): void {
  tone(1760, 0.09);
  navigator.vibrate?.(40);
}

/** It was not: a low tone and a long buzz. */
export function fault(): void {
  tone(180, 0.45);
  navigator.vibrate?.([350, 80, 350]);
}

/** It is finished: two high tones. */
export function finished(): void {
  tone(1320, 0.09);
  tone(1980, 0.14, 0.1);
  navigator.vibrate?.([40, 60, 40]);
}
