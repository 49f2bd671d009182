//! Seeded random numbers, the same on every machine.

/// One output of SplitMix64 for state `x`, its increment included (Steele, Lea, Flood, OOPSLA 2014).
#[inline]
pub fn splitmix64(x: u64) -> u64 {
    let z = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The ECMP hash of a flow at a switch: `splitmix64(seed + s·c1 + d·c2 + switch·c3)`, constants as in
/// the reference vectors.
#[inline]
pub fn flow_hash(seed: u64, s: u32, d: u32, switch: u32) -> u64 {
    splitmix64(
        seed.wrapping_add(u64::from(s).wrapping_mul(0x9E37_79B9_7F4A_7C15))
            .wrapping_add(u64::from(d).wrapping_mul(0xC2B2_AE3D_27D4_EB4F))
            .wrapping_add(u64::from(switch).wrapping_mul(0x1656_67B1_9E37_79F9)),
    )
}

/// A SplitMix64 stream handing out 32-bit halves.
pub struct Rng {
    state: u64,
    spare: u32,
    has_spare: bool,
}

impl Rng {
    /// The stream of pattern number `pattern` under `seed`: patterns never share a stream, so any
    /// worker can compute any pattern.
    pub fn for_pattern(seed: u64, pattern: u64) -> Rng {
        Rng { state: splitmix64(splitmix64(seed) ^ pattern), spare: 0, has_spare: false }
    }

    #[inline]
    fn next_u32(&mut self) -> u32 {
        if self.has_spare {
            self.has_spare = false;
            return self.spare;
        }
        let word = splitmix64(self.state);
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        self.spare = (word >> 32) as u32;
        self.has_spare = true;
        word as u32
    }

    /// A uniform integer in `0..bound` (`bound` ≥ 1), without bias (Lemire, ACM TOMACS 2019).
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        let mut m = u64::from(self.next_u32()) * u64::from(bound);
        if (m as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (m as u32) < threshold {
                m = u64::from(self.next_u32()) * u64::from(bound);
            }
        }
        (m >> 32) as u32
    }

    /// Shuffles in place, every order equally likely (Fisher and Yates).
    pub fn shuffle(&mut self, list: &mut [u32]) {
        for i in (1..list.len()).rev() {
            let j = self.below(i as u32 + 1) as usize;
            list.swap(i, j);
        }
    }
}
