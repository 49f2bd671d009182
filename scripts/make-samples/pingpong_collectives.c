/*
 * A small MPI benchmark for the measured samples. It prints tables in the layout of the OSU micro-benchmarks
 * under its own title, so that nobody takes its numbers for those of OSU's programs.
 *
 *   mpicc -O2 -o bench pingpong_collectives.c
 *   mpirun -np 4 ./bench allreduce 1048576
 *
 * Arguments: latency | allreduce | alltoall | barrier, and the largest message in bytes.
 * Latency is half the time of a round trip between ranks 0 and 1. For a collective every rank takes the mean time
 * of one call over the iterations, after calls that warm up; printed are the mean, least and greatest of that over the ranks.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WARM_UP 20

static int rank, ranks;
static char *send_buffer, *receive_buffer;

static int iterations_for(size_t bytes) { return bytes <= 8192 ? 100 : bytes <= 65536 ? 40 : 10; }

static void ping_pong(size_t bytes) {
  int count = (int)bytes;
  if (rank == 0) {
    MPI_Send(send_buffer, count, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
    MPI_Recv(receive_buffer, count, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else if (rank == 1) {
    MPI_Recv(receive_buffer, count, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(send_buffer, count, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
  }
}

static void allreduce(size_t bytes) {
  MPI_Allreduce(send_buffer, receive_buffer, (int)(bytes / sizeof(float)), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}

static void alltoall(size_t bytes) {
  MPI_Alltoall(send_buffer, (int)bytes, MPI_CHAR, receive_buffer, (int)bytes, MPI_CHAR, MPI_COMM_WORLD);
}

static void barrier(size_t bytes) {
  (void)bytes;
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Mean time of one call on this rank, in microseconds; each call begins after a barrier, outside the time. */
static double mean_time(void (*call)(size_t), size_t bytes, int iterations) {
  double total = 0;
  for (int i = -WARM_UP; i < iterations; i++) {
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    call(bytes);
    if (i >= 0) total += MPI_Wtime() - start;
  }
  return total * 1e6 / iterations;
}

static void print_row(void (*call)(size_t), size_t bytes, int with_size) {
  int iterations = iterations_for(bytes);
  double mine = mean_time(call, bytes, iterations), sum, least, greatest;
  MPI_Reduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Reduce(&mine, &least, 1, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
  MPI_Reduce(&mine, &greatest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank != 0) return;
  if (with_size) printf("%-10zu", bytes);
  printf("%*.2f%18.2f%18.2f%12d\n", with_size ? 18 : 17, sum / ranks, least, greatest, iterations);
  fflush(stdout);
}

static void table(const char *title, void (*call)(size_t), size_t first, size_t last) {
  if (rank == 0) {
    printf("\n# Fabriscope MPI %s Latency Test v1.0\n", title);
    printf("# Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations\n");
  }
  for (size_t bytes = first; bytes <= last; bytes *= 2) print_row(call, bytes, 1);
}

static void latency_table(size_t last) {
  if (rank == 0) printf("\n# Fabriscope MPI Latency Test v1.0\n# Size          Latency (us)\n");
  for (size_t bytes = 1; bytes <= last; bytes *= 2) {
    double half = mean_time(ping_pong, bytes, iterations_for(bytes)) / 2;
    if (rank == 0) printf("%-10zu%18.2f\n", bytes, half);
  }
}

static void barrier_table(void) {
  if (rank == 0) {
    printf("\n# Fabriscope MPI Barrier Latency Test v1.0\n");
    printf("# Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations\n");
  }
  print_row(barrier, 0, 0);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char *test = argc > 1 ? argv[1] : "";
  size_t last = argc > 2 ? (size_t)strtoul(argv[2], NULL, 10) : 1048576;
  send_buffer = calloc((size_t)ranks, last + 8);
  receive_buffer = calloc((size_t)ranks, last + 8);
  if (send_buffer == NULL || receive_buffer == NULL) {
    fprintf(stderr, "Not enough memory for messages of %zu bytes.\n", last);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  if (strcmp(test, "latency") == 0 && ranks == 2) latency_table(last);
  else if (strcmp(test, "allreduce") == 0) table("Allreduce", allreduce, 4, last);
  else if (strcmp(test, "alltoall") == 0) table("All-to-All Personalized Exchange", alltoall, 1, last);
  else if (strcmp(test, "barrier") == 0) barrier_table();
  else {
    if (rank == 0) fprintf(stderr, "Give latency (2 ranks only), allreduce, alltoall or barrier, and the largest size.\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  free(send_buffer);
  free(receive_buffer);
  MPI_Finalize();
  return 0;
}
