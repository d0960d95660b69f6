// Puts a script of clauses and questions to CaDiCaL, which is kept from one question to the next: the yardstick of
// benches/sat_engines.rs. Input: lines of DIMACS, and `a` lines with assumptions; the most seconds as an argument.
// Output: an answer a question (y, n, or ? where time was up), and the seconds in all, reading excluded.
#include <cadical.hpp>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

static double now() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

struct Limit : CaDiCaL::Terminator {
  double end;
  bool terminate() override { return now() > end; }
};

int main(int, char **argv) {
  std::vector<std::pair<bool, int>> lits;
  char word[32];
  for (bool asked = false; scanf("%31s", word) == 1;) {
    if (word[0] == 'a') {
      asked = true;
      continue;
    }
    int lit = atoi(word);
    lits.push_back({asked, lit});
    if (!lit) asked = false;
  }
  CaDiCaL::Solver solver;
  Limit limit;
  double begin = now();
  limit.end = begin + atof(argv[1]);
  solver.connect_terminator(&limit);
  std::string answers;
  for (auto [asked, lit] : lits) {
    if (!asked)
      solver.add(lit);
    else if (lit)
      solver.assume(lit);
    else {
      int answer = solver.solve();
      answers += answer == 10 ? 'y' : answer == 20 ? 'n' : '?';
      if (!answer) break;
      // The program asks for the model.
      if (answer == 10)
        for (int v = 1; v <= solver.vars(); v++) solver.val(v);
    }
  }
  printf("%s %.6f\n", answers.c_str(), now() - begin);
  solver.disconnect_terminator();
}
