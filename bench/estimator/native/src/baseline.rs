//! The plain kernel, kept as the yardstick: flow by flow through a u8 port table S×H, then CSR edge
//! ids, u32 counters, and a second walk over the remembered path for the largest load.

use estimator::fabric::Fabric;
use estimator::rng::Rng;

pub struct Baseline {
    hosts: usize,
    table: Vec<u8>,
    first_edge: Vec<u32>,
    edge_of_port: Vec<u32>,
    target: Vec<u32>,
    host_edge: Vec<u32>,
    load: Vec<u32>,
    path: Vec<u32>,
    path_start: Vec<u32>,
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
            path: vec![],
            path_start: vec![],
            order: vec![0; fabric.hosts as usize],
        }
    }

    /// Mean of 1/c of random one-way bisection `number`.
    pub fn pattern(&mut self, seed: u64, number: u64) -> f64 {
        for (i, o) in self.order.iter_mut().enumerate() {
            *o = i as u32;
        }
        Rng::for_pattern(seed, number).shuffle(&mut self.order);
        self.load.fill(0);
        self.path.clear();
        self.path_start.clear();
        for pair in self.order.chunks_exact(2) {
            self.path_start.push(self.path.len() as u32);
            let (source, destination) = (pair[1], pair[0]);
            let mut edge = self.host_edge[source as usize];
            loop {
                self.load[edge as usize] += 1;
                self.path.push(edge);
                let node = self.target[edge as usize] as usize;
                if node < self.hosts {
                    break;
                }
                let switch = node - self.hosts;
                let port = self.table[switch * self.hosts + destination as usize];
                edge = self.edge_of_port[self.first_edge[switch] as usize + port as usize];
            }
        }
        self.path_start.push(self.path.len() as u32);
        let mut sum = 0.0;
        for range in self.path_start.windows(2) {
            let path = &self.path[range[0] as usize..range[1] as usize];
            let c = path.iter().map(|&e| self.load[e as usize]).max().unwrap_or(1);
            sum += 1.0 / f64::from(c);
        }
        sum / (self.order.len() / 2) as f64
    }
}
