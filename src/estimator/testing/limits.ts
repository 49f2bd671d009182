/** Closed forms to compare an estimate with. */

/**
 * Exact mean over all random bisections of mean(1/c) on a two-level full tree (`leaves` × `perLeaf` hosts, as
 * many uplinks as hosts per leaf) under D-mod-K, as numerator and denominator. Sum over the binomial moments of
 * the number of other flows on the uplink: 1/(1+x) = Σ (−1)^j C(x,j)/(j+1).
 */
export function exactBisection(leaves: number, perLeaf: number, bothWays: boolean): [bigint, bigint] {
  const pairsLeft = (j: number) => {
    let product = 1n;
    for (let i = 0; i < j; i++) product *= BigInt(leaves * perLeaf - 3 - 2 * i);
    return product * (bothWays ? 1n : 2n ** BigInt(j));
  };
  return twoLevelMean(leaves, perLeaf, pairsLeft);
}

/** The same for random permutations, fixed points allowed and left out of the mean. */
export function exactPermutation(leaves: number, perLeaf: number): [bigint, bigint] {
  const hosts = leaves * perLeaf;
  return twoLevelMean(leaves, perLeaf, (j) => {
    let product = 1n;
    for (let i = 1; i <= j; i++) product *= BigInt(hosts - i);
    return product;
  });
}

function twoLevelMean(leaves: number, perLeaf: number, ways: (j: number) => bigint): [bigint, bigint] {
  const hosts = BigInt(leaves * perLeaf);
  const [others, rest] = [BigInt(perLeaf - 1), BigInt(leaves - 2)];
  let [sum, below] = [0n, 1n];
  for (let j = 0n; j <= others && j <= rest; j++) {
    const term = choose(others, j) * choose(rest, j) * factorial(j) * (j % 2n === 0n ? 1n : -1n);
    const denominator = (j + 1n) * ways(Number(j));
    sum = sum * denominator + term * below;
    below *= denominator;
  }
  const m = BigInt(perLeaf);
  return reduce((m - 1n) * below + (hosts - m) * sum, (hosts - 1n) * below);
}

function factorial(n: bigint): bigint {
  return n < 2n ? 1n : n * factorial(n - 1n);
}

function choose(n: bigint, k: bigint): bigint {
  return k > n ? 0n : factorial(n) / (factorial(k) * factorial(n - k));
}

function reduce(a: bigint, b: bigint): [bigint, bigint] {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y > 0n) [x, y] = [y, x % y];
  return [a / x, b / x];
}

/** A fraction as a number, exact to the last digits also where both parts overflow. */
export function ratio([numerator, denominator]: [bigint, bigint]): number {
  return Number((numerator * 10n ** 18n) / denominator) / 1e18;
}

/**
 * Limit of the mean of 1/c for switches of many ports: E[1/(1 + max of k independent Poisson(θ))], θ = ½ for
 * bisections one way and 1 both ways; k contended stages (D-mod-K: levels − 1; random tables: 2·(levels − 1)).
 */
export function poissonLimit(k: number, theta: number): number {
  let [mean, cumulated, before] = [0, 0, 0];
  let term = Math.exp(-theta);
  for (let x = 0; x < 60; x++) {
    cumulated += term;
    term *= theta / (x + 1);
    const power = cumulated ** k;
    mean += (power - before) / (1 + x);
    before = power;
  }
  return mean;
}
