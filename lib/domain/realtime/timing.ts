import { dayMs, hourMs, minuteMs, secondMs } from '#lib/platform/durations.ts';

/**
 * The lease of a runner, which it renews while it lives. A killed runner is replaced after its lease has expired; its
 * successor needs two seconds more to load models.
 */
export const leaseMs = 4 * secondMs;

/**
 * Interval at which a runner renews its lease. A renewal writes the session, which costs twenty times as much as a
 * read.
 */
export const renewMs = 2 * secondMs;

/** Interval at which a runner reads the session to notice a new connection or a cancellation. */
export const watchMs = secondMs;

/** Interval at which a working runner checks whether a renewal or a read is due, so that a renewal has 1.5 s to succeed. */
export const beatMs = secondMs / 2;

/** Time for a runner that was woken to claim the session, before it is woken again. */
export const wakeMs = 5 * secondMs;

/** Time without input after which a runner returns. The next message wakes another one. */
export const parkMs = 10 * secondMs;

/** Time without audio and ping after which a session ends. */
export const idleMs = 10 * minuteMs;

/** Time without audio and ping after which the client is warned of that end. */
export const idleWarningMs = 8 * minuteMs;

/**
 * Interval at which the sweeper checks a live session. It is less than the minute between two sweeps; otherwise every
 * second sweep would miss the session.
 */
export const sweepMs = 50 * secondMs;

/** The number of runners that may claim a session without progress before the session fails. */
export const maxClaims = 15;

/**
 * Minimum interval between two acknowledgements, including those within partial texts. Each one is a message that is
 * paid for.
 */
export const ackMs = 2 * secondMs;

/** Maximum interval between two acknowledgements that are events of their own, not part of a partial text. */
export const maxAckMs = 10 * secondMs;

/** Interval at which an acknowledgement is repeated while nothing new arrives. */
export const repeatAckMs = 4 * secondMs;

/** Length of audio whose text may be sent before it is recorded. A record is a write that is paid for. */
export const toldStepMs = secondMs;

/**
 * Length of audio before a text that may still be in the resampler. It is neither in the text nor decided by an end at
 * this place.
 */
export const resampledMs = 100;

/** Age of a gap in the audio after which its bytes are requested, and interval of further requests. */
export const resendMs = 2 * secondMs;

/** Requests for missing bytes before they count as silence, after ten seconds in all. */
export const maxAsks = 4;

/** A client may be this much audio ahead of `maxSpeed` times the real time. */
export const maxLeadMs = 30 * secondMs;
export const maxSpeed = 4;

/** Audio that may wait for recognition before the client is warned. */
export const behindMs = 30 * secondMs;

/**
 * Length of waiting audio at which a warned client counts as caught up, and may be warned again. Less than `behindMs`,
 * because the duration of WebM bytes is estimated.
 */
export const caughtUpMs = behindMs / 2;

/** Maximum wall time of a session, as a multiple of its longest audio. */
export const maxWallFactor = 1.5;

/** Interval at which a runner checks the credit or the test quota: of time, or of audio if audio arrives faster. */
export const allowanceMs = minuteMs;

/** Time for the translation of a segment. After it, the segment has no translation. */
export const translateMs = 10 * secondMs;

/** Time after the end of the audio for which missing translations are awaited. */
export const lastTranslationsMs = 15 * secondMs;

/** Length of audio that the credit must cover; below it, the client is warned. */
export const lowCreditMs = 3 * minuteMs;

/** API Gateway closes a connection after two hours. The client is warned before that. */
export const connectionMs = 2 * hourMs;
export const connectionWarningMs = 110 * minuteMs;

/** Audio left of a session's maximum at which the client is warned. */
export const endWarningMs = minuteMs;

/** Time after the handshake during which API Gateway may not know the connection yet. */
export const handshakeMs = 5 * secondMs;

/** Frames are deleted this long after their arrival. */
export const frameKeptMs = dayMs;

/** Time after the end of a session during which a client may still fetch missed events. */
export const resumableMs = hourMs;

/** Remaining time of the function at which a runner calls its successor, in the next pause or at once. */
export const handoverMs = 3 * minuteMs;
export const latestHandoverMs = minuteMs;

/** Time for a successor to load its models, and the longest that it waits for the session. */
export const loadMs = 3 * secondMs;
export const successorMs = 20 * secondMs;
export const claimPollMs = 250;

/** Minimum interval at which pings are recorded. */
export const pingNoteMs = minuteMs;

/**
 * The least new audio in a message, in bytes of any format; with less, it counts as a message without audio. Chromium's
 * WebM takes 14 bytes for a packet of silence, and 44 for 100 ms of it.
 */
export const leastNewBytes = 8;

/**
 * Messages without new audio that a session may send within a window. A normal client sends a ping every 20 s and
 * repeats `hello` or `finish` every two seconds; after a fault it also repeats its marks and some audio. The window is
 * long, because one process receives only about ten messages a second.
 */
export const maxEmptyMessages = 300;
export const emptyWindowMs = minuteMs;
