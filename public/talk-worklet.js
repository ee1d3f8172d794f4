// Hands what the microphone hears to the page, 20 ms and more at a time (lib/live/video/browser/microphone.ts).
const SAMPLES = 1024;

class TalkCapture extends AudioWorkletProcessor {
  constructor() {
    super();
    this.samples = new Float32Array(SAMPLES);
    this.count = 0;
  }

  process([input]) {
    const channel = input?.[0];
    if (!channel) return true;
    for (const sample of channel) {
      this.samples[this.count] = sample;
      this.count += 1;
      if (this.count < SAMPLES) continue;
      this.port.postMessage(this.samples, [this.samples.buffer]);
      this.samples = new Float32Array(SAMPLES);
      this.count = 0;
    }
    return true;
  }
}

registerProcessor('talk-capture', TalkCapture);
