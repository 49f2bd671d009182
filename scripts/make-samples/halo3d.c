/* Heat in a box: Jacobi steps on 4 x 4 x 4 blocks of 24 x 16 x 8 cells, one block per process. Faces go to the six
 * neighbours (none beyond the walls), the largest change is agreed by an allreduce every ten steps, and the mean of each
 * block goes to rank 0 at the end. Usage: mpirun -np 64 halo3d STEPS */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 4, NX = 24, NY = 16, NZ = 8, PX = NX + 2, PY = NY + 2, PZ = NZ + 2 };

static double now[PX][PY][PZ], next[PX][PY][PZ];

/* The layer of cells that goes out (inner) or came in (outer) along one axis, packed into or out of a buffer. */
static int layer(int axis, int at, double *buffer, int unpack) {
  int count = 0;
  int from[3] = {1, 1, 1}, to[3] = {NX, NY, NZ};
  from[axis] = to[axis] = at;
  for (int x = from[0]; x <= to[0]; x++)
    for (int y = from[1]; y <= to[1]; y++)
      for (int z = from[2]; z <= to[2]; z++, count++) {
        if (unpack) now[x][y][z] = buffer[count];
        else buffer[count] = now[x][y][z];
      }
  return count;
}

static void exchange(MPI_Comm grid) {
  static double out[NX * NY], in[NX * NY];
  const int last[3] = {NX, NY, NZ};
  for (int axis = 0; axis < 3; axis++)
    for (int way = 0; way < 2; way++) {
      int lower, upper;
      MPI_Cart_shift(grid, axis, 1, &lower, &upper);
      int to = way ? upper : lower, source = way ? lower : upper;
      int count = layer(axis, way ? last[axis] : 1, out, 0);
      MPI_Sendrecv(out, count, MPI_DOUBLE, to, axis, in, count, MPI_DOUBLE, source, axis, grid, MPI_STATUS_IGNORE);
      if (source != MPI_PROC_NULL) layer(axis, way ? 0 : last[axis] + 1, in, 1);
    }
}

static double step(void) {
  double change = 0;
  for (int x = 1; x <= NX; x++)
    for (int y = 1; y <= NY; y++)
      for (int z = 1; z <= NZ; z++) {
        next[x][y][z] = (now[x - 1][y][z] + now[x + 1][y][z] + now[x][y - 1][z] + now[x][y + 1][z] +
                         now[x][y][z - 1] + now[x][y][z + 1]) / 6;
        change = fmax(change, fabs(next[x][y][z] - now[x][y][z]));
      }
  for (int x = 1; x <= NX; x++)
    for (int y = 1; y <= NY; y++) memcpy(&now[x][y][1], &next[x][y][1], NZ * sizeof(double));
  return change;
}

int main(int argc, char **argv) {
  const int sides[3] = {SIDE, SIDE, SIDE}, periodic[3] = {0, 0, 0};
  int ranks, rank;
  MPI_Comm grid;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks != SIDE * SIDE * SIDE || argc != 2) {
    fprintf(stderr, "usage: mpirun -np %d halo3d STEPS\n", SIDE * SIDE * SIDE);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Cart_create(MPI_COMM_WORLD, 3, sides, periodic, 0, &grid);
  MPI_Comm_rank(grid, &rank);
  if (rank == 0)
    for (int y = 0; y < PY; y++)
      for (int z = 0; z < PZ; z++) now[0][y][z] = 1;
  double largest = 0;
  for (int i = 0; i < atoi(argv[1]); i++) {
    exchange(grid);
    double change = step();
    if (i % 10 == 9) MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, grid);
  }
  double mean = 0, means[SIDE * SIDE * SIDE];
  for (int x = 1; x <= NX; x++)
    for (int y = 1; y <= NY; y++)
      for (int z = 1; z <= NZ; z++) mean += now[x][y][z] / (NX * NY * NZ);
  MPI_Gather(&mean, 1, MPI_DOUBLE, means, 1, MPI_DOUBLE, 0, grid);
  if (rank == 0) printf("largest change %g, mean of block 0 %g\n", largest, means[0]);
  MPI_Finalize();
  return 0;
}
