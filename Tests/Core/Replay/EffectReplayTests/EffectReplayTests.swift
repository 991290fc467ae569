import Testing

@Suite struct EffectReplayTests {}
