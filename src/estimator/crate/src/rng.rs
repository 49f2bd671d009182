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

/// Remainders of 64-bit numbers by a small number known beforehand, without a division (after Lemire, Kaser, Kurz:
/// *Faster remainder by direct computation*, Software: Practice and Experience 2019).
pub struct Remainder {
    divisor: u64,
    /// 2^32 mod divisor, and 2^64 / divisor, rounded up.
    high: u64,
    inverse: u64,
}

impl Remainder {
    /// By 1 … 4096; the bound keeps all steps within 64 bits.
    pub fn by(divisor: u32) -> Option<Remainder> {
        let n = u64::from(divisor);
        (1..=4096).contains(&n).then(|| Remainder { divisor: n, high: (1 << 32) % n, inverse: (u64::MAX / n).wrapping_add(1) })
    }

    /// `value` mod divisor: the value is brought below 2^45, of which the fraction of value / divisor is exact enough in 32 bits.
    #[inline]
    pub fn of(&self, value: u64) -> u32 {
        let small = (value >> 32) * self.high + u64::from(value as u32);
        let fraction = (self.inverse.wrapping_mul(small) >> 32) + 1;
        ((fraction * self.divisor) >> 32) as u32
    }
}

/// A SplitMix64 stream; each 64-bit word serves two bounded draws.
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The stream of pattern number `pattern` under `seed`: patterns never share a stream, so any
    /// worker can compute any pattern.
    pub fn for_pattern(seed: u64, pattern: u64) -> Rng {
        Rng { state: splitmix64(splitmix64(seed) ^ pattern) }
    }

    #[inline]
    fn word(&mut self) -> u64 {
        let word = splitmix64(self.state);
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        word
    }

    /// A uniform integer in `0..bound` (`bound` ≥ 1) from 32 random bits, without bias (Lemire, ACM
    /// TOMACS 2019); in the rare case of rejection further words are drawn.
    #[inline]
    fn below(&mut self, bits: u32, bound: u32) -> u32 {
        let mut m = u64::from(bits) * u64::from(bound);
        if (m as u32) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (m as u32) < threshold {
                m = u64::from(self.word() as u32) * u64::from(bound);
            }
        }
        (m >> 32) as u32
    }

    /// Shuffles in place, every order equally likely (Fisher and Yates).
    pub fn shuffle(&mut self, list: &mut [u32]) {
        let mut left = list.len();
        while left > 1 {
            let word = self.word();
            for bits in [word as u32, (word >> 32) as u32] {
                if left > 1 {
                    let j = self.below(bits, left as u32) as usize;
                    left -= 1;
                    list.swap(left, j);
                }
            }
        }
    }

    /// Rearranges the list so that positions 2k and 2k+1 hold the pairs of a uniformly random matching
    /// with random directions: half the draws of a shuffle. Of an odd list the last element is idle.
    pub fn pair_up(&mut self, list: &mut [u32]) {
        if list.len() % 2 == 1 {
            let bits = self.word() as u32;
            let idle = self.below(bits, list.len() as u32) as usize;
            list.swap(idle, list.len() - 1);
        }
        let even = list.len() & !1;
        let list = &mut list[..even];
        let mut left = even;
        while left >= 4 {
            left = self.pair_while_clear(list, left);
            if left >= 4 {
                let word = self.word();
                let draw = self.below(word as u32, 2 * (left as u32 - 1));
                pair(list, left, u64::from(draw) << 32);
                let draw = self.below((word >> 32) as u32, 2 * (left as u32 - 3));
                pair(list, left - 2, u64::from(draw) << 32);
                left -= 4;
            }
        }
        if left == 2 {
            let draw = self.word() as u32 >> 31;
            pair(list, 2, u64::from(draw) << 32);
        }
    }

    /// Pairs from place `left` down as long as no draw needs a look for rejection; returns how many are left.
    /// Apart from the rare case, so that a wasm engine keeps the values of the loop in registers.
    #[inline(never)]
    fn pair_while_clear(&mut self, list: &mut [u32], mut left: usize) -> usize {
        let mut rng = Rng { state: self.state };
        while left >= 4 {
            let word = rng.word();
            let (bound, bound2) = (2 * (left as u32 - 1), 2 * (left as u32 - 3));
            let (draw, draw2) = (u64::from(word as u32) * u64::from(bound), (word >> 32) * u64::from(bound2));
            if (draw as u32) < bound || (draw2 as u32) < bound2 {
                break;
            }
            self.state = rng.state;
            pair(list, left, draw);
            pair(list, left - 2, draw2);
            left -= 4;
        }
        left
    }
}

/// Matches element `left` − 1 with one of those before and puts both at the end; `left` is at least 2 and at
/// most the length of the list. The high half of `draw`, below 2·(`left` − 1), says which one, its low bit
/// the direction, taken without a branch because no predictor can guess it.
#[inline(always)]
fn pair(list: &mut [u32], left: usize, draw: u64) {
    let turn = (draw >> 32) as usize & 1;
    // SAFETY: `left` and `draw` are as said above.
    unsafe {
        let last = list.as_mut_ptr().add(left - 2);
        let other = list.as_mut_ptr().add((draw >> 33) as usize);
        let (a, b) = (*other, *last.add(1));
        *other = *last;
        *last.add(turn) = a;
        *last.add(turn ^ 1) = b;
    }
}
