/** Tests that may be skipped under `CI=true`, by file and by how their full name begins, each with its reason. */
export const allowedSkips = [
  {
    file: 'test/cdk/speech-runtime/ffmpeg.test.ts',
    test: 'the built ffmpeg only opens files and pipes',
    reason: 'Needs the speech layer, which takes minutes to build: npm run layer, then EARSHOT_FFMPEG.',
  },
  {
    file: 'test/lib/speech/translation/apertium.slow.test.ts',
    test: 'Apertium',
    reason:
      'Needs Apertium and its language data, which no deployment uses: it stands in for a translator locally.',
  },
  {
    file: 'test/e2e/translation.test.ts',
    test: 'English speech in Spanish',
    reason: 'Needs Apertium, as above.',
  },
  {
    file: 'test/foreign/deploy.test.ts',
    test: "a deployment by CDK's CLI (to MiniStack) > an upgrade keeps",
    reason: 'Needs the last tag, or 50 commits of history, which a shallow clone does not have.',
  },
] as const;
