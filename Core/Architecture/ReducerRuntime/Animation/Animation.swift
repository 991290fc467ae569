#if !canImport(SwiftUI)
  /// An animation, which lets feature code compile without a user interface.
  ///
  /// <!-- context: action -->
  ///     case .saveTapped:
  ///       return .send(.saved, animation: .easeOut(duration: 0.2))
  public struct Animation: Hashable, Sendable {
    private let name: String
    private let parameters: [Double]

    private init(_ name: String, _ parameters: Double...) {
      self.name = name
      self.parameters = parameters
    }

    /// The default animation.
    public static let `default` = Self("default")
    /// An animation with constant speed.
    public static let linear = Self("linear")
    /// An animation that starts slowly.
    public static let easeIn = Self("easeIn")
    /// An animation that ends slowly.
    public static let easeOut = Self("easeOut")
    /// An animation that starts and ends slowly.
    public static let easeInOut = Self("easeInOut")
    /// A spring animation.
    public static let spring = Self("spring")
    /// A spring animation that bounces.
    public static let bouncy = Self("bouncy")
    /// A spring animation that doesn't bounce.
    public static let smooth = Self("smooth")
    /// A spring animation with a small bounce.
    public static let snappy = Self("snappy")
    /// A spring animation that combines with the velocity of running animations.
    public static let interpolatingSpring = Self("interpolatingSpring")
    /// A spring animation that tracks user interaction.
    public static let interactiveSpring = Self("interactiveSpring")

    /// Creates an animation with constant speed and a duration in seconds.
    public static func linear(duration: Double) -> Self { Self("linear", duration) }
    /// Creates an animation that starts slowly, with a duration in seconds.
    public static func easeIn(duration: Double) -> Self { Self("easeIn", duration) }
    /// Creates an animation that ends slowly, with a duration in seconds.
    public static func easeOut(duration: Double) -> Self { Self("easeOut", duration) }
    /// Creates an animation that starts and ends slowly, with a duration in seconds.
    public static func easeInOut(duration: Double) -> Self { Self("easeInOut", duration) }

    /// Creates a spring animation from its response and damping.
    public static func spring(
      response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
    ) -> Self {
      Self("spring", response, dampingFraction, blendDuration)
    }

    // Disfavored, because '.spring()' must resolve to the overload above.
    /// Creates a spring animation from its duration in seconds and bounce.
    @_disfavoredOverload
    public static func spring(
      duration: Double = 0.5, bounce: Double = 0, blendDuration: Double = 0
    ) -> Self {
      Self("spring(duration)", duration, bounce, blendDuration)
    }

    /// Creates a spring animation that bounces, with a duration in seconds.
    public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
      Self("bouncy", duration, extraBounce)
    }

    /// Creates a spring animation that doesn't bounce, with a duration in seconds.
    public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
      Self("smooth", duration, extraBounce)
    }

    /// Creates a spring animation with a small bounce and a duration in seconds.
    public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
      Self("snappy", duration, extraBounce)
    }

    /// Creates a spring animation that tracks user interaction, from its response and damping.
    public static func interactiveSpring(
      response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
    ) -> Self {
      Self("interactiveSpring", response, dampingFraction, blendDuration)
    }

    /// Creates a spring animation that tracks user interaction, with a duration in seconds.
    @_disfavoredOverload
    public static func interactiveSpring(
      duration: Double = 0.15, extraBounce: Double = 0, blendDuration: Double = 0.25
    ) -> Self {
      Self("interactiveSpring(duration)", duration, extraBounce, blendDuration)
    }

    /// Creates a spring animation that combines with the velocity of running animations.
    public static func interpolatingSpring(
      duration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0
    ) -> Self {
      Self("interpolatingSpring(duration)", duration, bounce, initialVelocity)
    }

    /// Creates an animation whose speed follows a curve with two control points.
    public static func timingCurve(
      _ firstX: Double, _ firstY: Double, _ secondX: Double, _ secondY: Double,
      duration: Double = 0.35
    ) -> Self {
      Self("timingCurve", firstX, firstY, secondX, secondY, duration)
    }

    /// Creates a spring animation that combines with running ones, from its physical parameters.
    public static func interpolatingSpring(
      mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
    ) -> Self {
      Self("interpolatingSpring", mass, stiffness, damping, initialVelocity)
    }

    /// Returns the animation delayed by a number of seconds.
    public func delay(_ delay: Double) -> Self { Self("\(self).delay", delay) }
    /// Returns the animation with its speed multiplied by a factor.
    public func speed(_ speed: Double) -> Self { Self("\(self).speed", speed) }
    /// Returns the animation repeated a number of times.
    public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Self {
      Self("\(self).repeatCount", Double(count), autoreverses ? 1 : 0)
    }
    /// Returns the animation repeated indefinitely.
    public func repeatForever(autoreverses: Bool = true) -> Self {
      Self("\(self).repeatForever", autoreverses ? 1 : 0)
    }
  }

  /// A transaction, which lets feature code compile without a user interface.
  ///
  /// <!-- context: action -->
  ///     case .saveTapped:
  ///       return .send(.saved).transaction(Transaction(animation: .spring))
  public struct Transaction: Hashable, Sendable {
    /// The animation of the changes in the transaction.
    public var animation: Animation?
    /// Whether views disable their own animations.
    public var disablesAnimations = false

    /// Creates a transaction without an animation.
    public init() {}

    /// Creates a transaction with an animation.
    public init(animation: Animation?) {
      self.animation = animation
    }
  }

  /// Calls a function without an animation, because there is no user interface.
  public func withAnimation<Result>(
    _ animation: Animation? = .default, _ body: () throws -> Result
  ) rethrows -> Result {
    try body()
  }

  /// Calls a function without a transaction, because there is no user interface.
  public func withTransaction<Result>(
    _ transaction: Transaction, _ body: () throws -> Result
  ) rethrows -> Result {
    try body()
  }
#endif
