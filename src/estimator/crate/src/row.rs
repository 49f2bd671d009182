//! The figures of one pattern number, as they leave the estimator.

/// Names of the fields of `Row`, in order.
pub const ROW_NAMES: &str = "pairs,phases,lost,sumLoad,maxLoad,sumInvC,sumPhaseMaxC,maxUtil,sumShare,minShare,sumTime,timedHosts,sumPhaseMaxTime,sumMaxmin,minMaxmin,fnvCHigh,fnvCLow,fnvLoadHigh,fnvLoadLow,bytes,bytesInside,pairsInside,bytesTime,bytesTimeHosts,weightedShare,bytesLost";

/// The figures of one pattern number: sums over its pairs and phases, so that rows can be pooled.
#[derive(Clone, Default)]
pub struct Row {
    pub pairs: f64,
    pub phases: f64,
    pub lost: f64,
    pub sum_load: f64,
    pub max_load: f64,
    pub sum_inv_c: f64,
    pub sum_phase_max_c: f64,
    pub max_util: f64,
    pub sum_share: f64,
    pub min_share: f64,
    pub sum_time: f64,
    pub timed_hosts: f64,
    pub sum_phase_max_time: f64,
    pub sum_maxmin: f64,
    pub min_maxmin: f64,
    pub fnv_c: u64,
    pub fnv_load: u64,
    pub bytes: f64,
    pub bytes_inside: f64,
    pub pairs_inside: f64,
    pub bytes_time: f64,
    pub bytes_time_hosts: f64,
    /// Sum of share × bytes.
    pub weighted_share: f64,
    /// Bytes of lost flows, among `bytes`.
    pub bytes_lost: f64,
}

const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

impl Row {
    /// A row before its first phase.
    pub fn start() -> Row {
        Row { min_share: f64::INFINITY, min_maxmin: f64::INFINITY, fnv_c: FNV_START, fnv_load: FNV_START, ..Row::default() }
    }

    /// The row as numbers, in the order of `ROW_NAMES`; hashes as two 32-bit halves.
    pub fn numbers(&self) -> [f64; 26] {
        let halves = |v: u64| (f64::from((v >> 32) as u32), f64::from(v as u32));
        let (c, load) = (halves(self.fnv_c), halves(self.fnv_load));
        [
            self.pairs,
            self.phases,
            self.lost,
            self.sum_load,
            self.max_load,
            self.sum_inv_c,
            self.sum_phase_max_c,
            self.max_util,
            self.sum_share,
            self.min_share,
            self.sum_time,
            self.timed_hosts,
            self.sum_phase_max_time,
            self.sum_maxmin,
            self.min_maxmin,
            c.0,
            c.1,
            load.0,
            load.1,
            self.bytes,
            self.bytes_inside,
            self.pairs_inside,
            self.bytes_time,
            self.bytes_time_hosts,
            self.weighted_share,
            self.bytes_lost,
        ]
    }
}

/// FNV-1a-64 over the little-endian bytes of `values`.
pub fn fnv(mut hash: u64, values: &[u32]) -> u64 {
    for byte in values.iter().flat_map(|v| v.to_le_bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    hash
}
