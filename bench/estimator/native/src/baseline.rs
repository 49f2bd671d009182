//! The plain kernel, kept as the yardstick: flow by flow through a u8 port table S×H, then CSR edge
//! ids, u32 counters, and a second walk over the remembered path for the largest load.

use estimator::fabric::Fabric;
use estimator::pattern::Pattern;
use estimator::rng::Rng;

pub struct Baseline {
    hosts: usize,
    table: Vec<u8>,
    first_edge: Vec<u32>,
    edge_of_port: Vec<u32>,
    target: Vec<u32>,
    host_edge: Vec<u32>,
    load: Vec<u32>,
    paths: Vec<[u32; 16]>,
    lengths: Vec<u8>,
    order: Vec<u32>,
}

impl Baseline {
    pub fn new(fabric: &Fabric, entries: &[u16]) -> Baseline {
        let switches = fabric.switches as usize;
        let stride = fabric.stride;
        Baseline {
            hosts: fabric.hosts as usize,
            table: entries.iter().map(|&p| u8::try_from(p).expect("ports below 256")).collect(),
            first_edge: (0..switches).map(|s| (s * stride) as u32).collect(),
            edge_of_port: fabric.port_edge.clone(),
            target: fabric.target.clone(),
            host_edge: fabric.host_edge.clone(),
            load: vec![0; fabric.edges()],
            paths: vec![[0; 16]; fabric.hosts as usize / 2],
            lengths: vec![0; fabric.hosts as usize / 2],
            order: vec![0; fabric.hosts as usize],
        }
    }

    /// Mean of 1/c of random one-way bisection `number`, drawn by a full shuffle.
    pub fn shuffled(&mut self, seed: u64, number: u64) -> f64 {
        for (i, o) in self.order.iter_mut().enumerate() {
            *o = i as u32;
        }
        Rng::for_pattern(seed, number).shuffle(&mut self.order);
        self.mean()
    }

    /// The same for the very pairs that the estimator draws, to see that both agree.
    pub fn same_pairs(&mut self, seed: u64, number: u64) -> f64 {
        Pattern::Bisect { both: false }.draw(&mut Rng::for_pattern(seed, number), &mut self.order);
        self.mean()
    }

    fn mean(&mut self) -> f64 {
        self.load.fill(0);
        for (i, pair) in self.order.chunks_exact(2).enumerate() {
            let (source, destination) = (pair[1], pair[0]);
            let path = &mut self.paths[i];
            let mut length = 0;
            let mut edge = self.host_edge[source as usize];
            loop {
                self.load[edge as usize] += 1;
                path[length] = edge;
                length += 1;
                let node = self.target[edge as usize] as usize;
                if node < self.hosts {
                    break;
                }
                let switch = node - self.hosts;
                let port = self.table[switch * self.hosts + destination as usize];
                edge = self.edge_of_port[self.first_edge[switch] as usize + port as usize];
            }
            self.lengths[i] = length as u8;
        }
        let mut sum = 0.0;
        for (path, &length) in self.paths.iter().zip(&self.lengths) {
            let c = path[..length as usize].iter().map(|&e| self.load[e as usize]).max().unwrap_or(1);
            sum += 1.0 / f64::from(c);
        }
        sum / (self.order.len() / 2) as f64
    }
}
