import ActionLanguage
import ComposableArchitecture

/// A feature whose state is large and whose action has 500 cases.
enum Board {
  struct State {
    var title = "Board"
    var rows: IdentifiedArrayOf<Row>
    @PresentationState var destination: Destination.State? = .detail(Detail.State())

    init(rows count: Int) { rows = IdentifiedArray(uniqueElements: (0..<count).map { Row(id: $0) }) }
  }

  struct Row: Identifiable {
    let id: Int
    var title = "a row"
    var isOn = false
    enum Action {
      case toggle
      case rename(title: String)
    }
  }

  struct Detail {
    struct State { var note = "" }
    enum Action {
      case editButtonTapped
      case noteChanged(String)
    }
  }

  enum Destination {
    enum State { case detail(Detail.State) }
    enum Action { case detail(Detail.Action) }
  }

  /// How many values the tree of a state shows.
  static func nodeCount(_ state: State) -> Int { count(ValueNode.inspect(state)) }

  private static func count(_ node: ValueNode) -> Int {
    keep(node.summary)
    return node.children.reduce(1) { $0 + count($1) }
  }

  enum Action {
    case rows(IdentifiedAction<Int, Row.Action>)
    case destination(PresentationAction<Destination.Action>)
    case rename(title: String, note: String)
    case choose(Int?)
    case move([Int], to: Int)
    case tag(Set<String>)
    case open(Detail.State)
    case show(rowID: Int)
    case wait(Duration)
    case load(Result<Int, BoardError>)
    case look(up: [String: Int])
    case case000, case001, case002, case003, case004, case005, case006, case007, case008, case009
    case case010, case011, case012, case013, case014, case015, case016, case017, case018, case019
    case case020, case021, case022, case023, case024, case025, case026, case027, case028, case029
    case case030, case031, case032, case033, case034, case035, case036, case037, case038, case039
    case case040, case041, case042, case043, case044, case045, case046, case047, case048, case049
    case case050, case051, case052, case053, case054, case055, case056, case057, case058, case059
    case case060, case061, case062, case063, case064, case065, case066, case067, case068, case069
    case case070, case071, case072, case073, case074, case075, case076, case077, case078, case079
    case case080, case081, case082, case083, case084, case085, case086, case087, case088, case089
    case case090, case091, case092, case093, case094, case095, case096, case097, case098, case099
    case case100, case101, case102, case103, case104, case105, case106, case107, case108, case109
    case case110, case111, case112, case113, case114, case115, case116, case117, case118, case119
    case case120, case121, case122, case123, case124, case125, case126, case127, case128, case129
    case case130, case131, case132, case133, case134, case135, case136, case137, case138, case139
    case case140, case141, case142, case143, case144, case145, case146, case147, case148, case149
    case case150, case151, case152, case153, case154, case155, case156, case157, case158, case159
    case case160, case161, case162, case163, case164, case165, case166, case167, case168, case169
    case case170, case171, case172, case173, case174, case175, case176, case177, case178, case179
    case case180, case181, case182, case183, case184, case185, case186, case187, case188, case189
    case case190, case191, case192, case193, case194, case195, case196, case197, case198, case199
    case case200, case201, case202, case203, case204, case205, case206, case207, case208, case209
    case case210, case211, case212, case213, case214, case215, case216, case217, case218, case219
    case case220, case221, case222, case223, case224, case225, case226, case227, case228, case229
    case case230, case231, case232, case233, case234, case235, case236, case237, case238, case239
    case case240, case241, case242, case243, case244, case245, case246, case247, case248, case249
    case case250, case251, case252, case253, case254, case255, case256, case257, case258, case259
    case case260, case261, case262, case263, case264, case265, case266, case267, case268, case269
    case case270, case271, case272, case273, case274, case275, case276, case277, case278, case279
    case case280, case281, case282, case283, case284, case285, case286, case287, case288, case289
    case case290, case291, case292, case293, case294, case295, case296, case297, case298, case299
    case case300, case301, case302, case303, case304, case305, case306, case307, case308, case309
    case case310, case311, case312, case313, case314, case315, case316, case317, case318, case319
    case case320, case321, case322, case323, case324, case325, case326, case327, case328, case329
    case case330, case331, case332, case333, case334, case335, case336, case337, case338, case339
    case case340, case341, case342, case343, case344, case345, case346, case347, case348, case349
    case case350, case351, case352, case353, case354, case355, case356, case357, case358, case359
    case case360, case361, case362, case363, case364, case365, case366, case367, case368, case369
    case case370, case371, case372, case373, case374, case375, case376, case377, case378, case379
    case case380, case381, case382, case383, case384, case385, case386, case387, case388, case389
    case case390, case391, case392, case393, case394, case395, case396, case397, case398, case399
    case case400, case401, case402, case403, case404, case405, case406, case407, case408, case409
    case case410, case411, case412, case413, case414, case415, case416, case417, case418, case419
    case case420, case421, case422, case423, case424, case425, case426, case427, case428, case429
    case case430, case431, case432, case433, case434, case435, case436, case437, case438, case439
    case case440, case441, case442, case443, case444, case445, case446, case447, case448, case449
    case case450, case451, case452, case453, case454, case455, case456, case457, case458, case459
    case case460, case461, case462, case463, case464, case465, case466, case467, case468, case469
    case case470, case471, case472, case473, case474, case475, case476, case477, case478, case479
    case case480, case481, case482, case483, case484, case485, case486, case487, case488, case489
  }
}

enum BoardError: Error { case offline }
